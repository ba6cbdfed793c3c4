"use strict";
const $ = (id) => document.getElementById(id);
let person = "Ada", room = null, last = "", state = null, commands = [];
const dismissed = new Set();

function make(tag, props = {}, ...children) {
  const node = Object.assign(document.createElement(tag), props);
  node.append(...children);
  return node;
}

async function post(path, body) {
  await fetch(path, { method: "POST", headers: { "X-Maecenas": "1" }, body: JSON.stringify({ as: person, ...body }) });
  await refresh();
}

// Discord's markdown, as far as the bot uses it: built as nodes, never as HTML.
const MARKS = [
  [/^```(?:\w*\n)?([\s\S]+?)```/, (m) => make("pre", { textContent: m[1] })],
  [/^`([^`]+)`/, (m) => make("code", { textContent: m[1] })],
  [/^\*\*([\s\S]+?)\*\*/, (m) => make("strong", {}, ...marked(m[1]))],
  [/^\*([^*\s][^*]*)\*/, (m) => make("em", {}, ...marked(m[1]))],
  [/^_([^_]+)_/, (m) => make("em", {}, ...marked(m[1]))],
  [/^<@!?(\d+)>/, (m) => make("span", { className: "mention", textContent: "@" + (state.names[m[1]] || "someone") })],
  [/^<#(\d+)>/, () => make("span", { className: "mention", textContent: "#salon" })],
  [/^<t:(\d+)(?::(\w))?>/, (m) => ago(Number(m[1]))],
  [/^\[([^\]]+)\]\((https?:[^)]+)\)/, (m) => make("a", { href: m[2], textContent: m[1] })],
  [/^https:\/\/discord\.com\/channels\/\S+/, () => make("span", { className: "mention", textContent: "#salon" })],
];
function ago(at) {
  const minutes = Math.max(0, Math.round((state.now - at) / 60));
  return minutes < 1 ? "just now" : minutes < 60 ? `${minutes} min ago` : `${Math.round(minutes / 60)} h ago`;
}
function marked(text) {
  const out = [];
  let plain = "";
  while (text) {
    if (/^\\[^\w\s]/.test(text)) { plain += text[1]; text = text.slice(2); continue; }
    const hit = MARKS.map(([re, fn]) => [text.match(re), fn]).find(([m]) => m);
    if (!hit) { plain += text[0]; text = text.slice(1); continue; }
    out.push(plain, hit[1](hit[0])); plain = ""; text = text.slice(hit[0][0].length);
  }
  return [...out, plain];
}
function lines(text) {
  const box = make("div", { className: "text" });
  text.split(/\n(?=(?:#{1,3}|-#) )|(?<=^(?:#{1,3}|-#) .*)\n/m).forEach((part) => {
    const head = part.match(/^(#{1,3}|-#) (.*)$/s);
    if (!head) box.append(...marked(part));
    else box.append(make(head[1] === "-#" ? "small" : "h" + (head[1].length + 1), {}, ...marked(head[2])), head[1] === "-#" ? "\n" : "");
  });
  return box;
}

function picture(message, item) {
  const name = item.media.url.split("/").pop().split("?")[0];
  const url = `file/${message.id}/${name}?as=${person}`;
  const img = make("img", { src: url, alt: item.description || "", title: "" });
  img.onclick = () => { const large = $("large"); large.firstChild.src = url; large.firstChild.alt = img.alt; large.showModal(); };
  return img;
}
function draw(message, part) {
  switch (part.type) {
    case 1: return make("div", { className: "row" }, ...part.components.map((c) => draw(message, c)));
    case 2: {
      const face = [part.emoji ? part.emoji.name : "", part.label || ""].filter(Boolean).join(" ");
      if (part.style === 5) return make("a", { textContent: face, href: "#" });
      const button = make("button", { textContent: face, className: "style" + part.style, disabled: !!part.disabled });
      button.dataset.id = part.custom_id;
      button.onclick = () => { button.disabled = true; post("press", { message: message.id, id: part.custom_id }); };
      return button;
    }
    case 3: {
      const select = make("select", { disabled: !!part.disabled, ariaLabel: part.placeholder || "Choose" });
      select.append(make("option", { textContent: part.placeholder || "Choose…", value: "" }));
      for (const o of part.options)
        select.append(make("option", { value: o.value, selected: !!o.default, textContent: o.description ? `${o.label} — ${o.description}` : o.label }));
      select.dataset.id = part.custom_id;
      select.onchange = () => select.value && post("press", { message: message.id, id: part.custom_id, values: [select.value] });
      return select;
    }
    case 9: return make("div", { className: "row" }, make("div", {}, ...part.components.map((c) => draw(message, c))), draw(message, part.accessory));
    case 10: return lines(part.content);
    case 12: return make("div", { className: "gallery" }, ...part.items.map((item) => picture(message, item)));
    case 14: return make("hr");
    case 17: return make("div", { className: "box" }, ...part.components.map((c) => draw(message, c)));
    default: return make("p", { textContent: `(component ${part.type})` });
  }
}
function bubble(message) {
  const item = make("li", { className: message.private ? "private" : "" });
  item.dataset.id = message.id;
  item.append(make("strong", { textContent: message.author }), " ", make("small", { textContent: message.private ? "Only you can see this" : "" }));
  if (message.private) item.append(make("button", { className: "dismiss", textContent: "Dismiss", onclick: () => { dismissed.add(message.id); item.remove(); } }));
  if (message.content) item.append(lines(message.content));
  item.append(...message.components.map((part) => draw(message, part)));
  return item;
}
// Only what changed is drawn anew, so that a select stays open and a scroll where it is.
function fill(list, messages) {
  const wanted = messages.filter((m) => !dismissed.has(m.id));
  const low = list.scrollHeight - list.scrollTop - list.clientHeight < 80;
  const there = new Map([...list.children].map((node) => [node.dataset.id, node]));
  let grew = false;
  wanted.forEach((message, at) => {
    const print = JSON.stringify(message) + person;
    let node = there.get(message.id);
    if (!node || node.print !== print) {
      const fresh = bubble(message); fresh.print = print;
      if (node) node.replaceWith(fresh); else grew = true;
      node = fresh;
    }
    if (list.children[at] !== node) list.insertBefore(node, list.children[at] || null);
    there.delete(message.id);
  });
  while (list.children.length > wanted.length) list.lastChild.remove();
  if (grew || low) { const end = () => { list.scrollTop = list.scrollHeight; }; end(); list.querySelectorAll("img").forEach((i) => i.addEventListener("load", end, { once: true })); }
}
function tabs(nav, names, current, choose) {
  nav.replaceChildren(...names.map(([id, name]) => {
    const tab = make("button", { textContent: name, type: "button", onclick: () => { choose(id); last = ""; refresh(); } });
    tab.setAttribute("aria-pressed", String(id === current));
    return tab;
  }));
}
async function refresh() {
  const answer = await fetch("state?as=" + person);
  const text = await answer.text();
  const fresh = JSON.parse(text);
  if (fresh.person !== person) return;
  state = fresh;
  $("busy").textContent = state.refusal || (state.busy ? "The table is moving…" : "");
  const print = JSON.stringify({ ...state, now: 0, busy: 0 });
  if (print === last) return;
  last = print;
  tabs($("people"), state.people.map((p) => [p, p]), person, (p) => { person = p; });
  const now = state.rooms.find((r) => r.id === room) || state.rooms[0];
  room = now.id;
  tabs($("rooms"), state.rooms.map((r) => [r.id, "#" + r.name]), room, (r) => { room = r; });
  fill($("channel"), now.messages);
  fill($("dm"), state.dm);
}
function usage() {
  const typed = $("text").value.replace(/^\//, "");
  const command = commands.filter((c) => typed.startsWith(c.name)).sort((a, b) => b.name.length - a.name.length)[0];
  $("usage").textContent = !command ? "" : command.description + " " +
    command.options.map((o) => `${o.name}:${o.choices.join("|") || "…"}${o.required ? "" : " (optional)"}`).join(" ");
}
$("text").oninput = usage;
$("large").onclick = () => $("large").close();
$("composer").onsubmit = (event) => {
  event.preventDefault();
  const text = $("text").value.trim();
  if (text) post("command", { room, text });
  $("text").value = ""; usage();
};
(async () => {
  commands = await (await fetch("commands")).json();
  for (const c of commands) {
    const choices = c.options.filter((o) => o.required && o.choices.length);
    const forms = choices.length ? choices[0].choices.map((v) => ` ${choices[0].name}:${v}`) : [""];
    forms.forEach((form) => $("commands").append(make("option", { value: `/${c.name}${form}`, label: c.description })));
  }
  const loop = async () => { try { await refresh(); } catch { $("busy").textContent = "The demo has stopped."; } setTimeout(loop, 400); };
  loop();
})();
