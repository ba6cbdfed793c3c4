"use strict";
const $ = (id) => document.getElementById(id);
let person = "Ada", channel = null, last = "", state = null, commands = [];
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

// A link button leads to the message of a channel: show that channel.
function follow(url) {
  const found = /channels\/\d+\/(\d+)/.exec(url || "");
  if (found && state.channels.some((c) => c.id === found[1])) { channel = found[1]; last = ""; refresh(); }
  $("channel-section").scrollIntoView();
}

function channelLink(id) {
  const found = state.channels.find((c) => c.id === id);
  const go = () => { channel = id; last = ""; refresh(); };
  return make("span", { className: "mention", textContent: "#" + (found ? found.name : "elsewhere"), onclick: go });
}
// Discord's markdown, as far as the bot uses it: built as nodes, never as HTML.
const MARKS = [
  [/^```(?:\w*\n)?([\s\S]+?)```/, (m) => make("pre", { textContent: m[1] })],
  [/^`([^`]+)`/, (m) => make("code", { textContent: m[1] })],
  [/^\*\*([\s\S]+?)\*\*/, (m) => make("strong", {}, ...marked(m[1]))],
  [/^\*([^*\s][^*]*)\*/, (m) => make("em", {}, ...marked(m[1]))],
  [/^_([^_]+)_/, (m) => make("em", {}, ...marked(m[1]))],
  [/^<@!?(\d+)>/, (m) => make("span", { className: "mention", textContent: "@" + (state.names[m[1]] || "someone") })],
  [/^<#(\d+)>/, (m) => channelLink(m[1])],
  [/^<:(\w+):(\d+)>/, (m) => emoji({ name: m[1], id: m[2] })],
  [/^<t:(\d+)(?::(\w))?>/, (m) => (m[2] === "R" ? since(m[1]) : new Date(m[1] * 1000).toLocaleString(state.language, { dateStyle: "long", timeStyle: "short" }))],
  [/^\[([^\]]+)\]\((https?:[^)]+)\)/, (m) => make("a", { href: m[2], textContent: m[1] })],
  [/^https:\/\/discord\.com\/channels\/\d+\/(\d+)[\d/]*/, (m) => channelLink(m[1])],
];
function relative(at) {
  const seconds = Math.round(at - state.now), away = Math.abs(seconds);
  const [unit, length] = away < 60 ? ["second", 1] : away < 3570 ? ["minute", 60] : ["hour", 3600];
  const words = new Intl.RelativeTimeFormat(state.language, { numeric: seconds ? "always" : "auto" });
  return words.format(Math.round(seconds / length), unit);
}
function since(at) {
  const time = make("time", { className: "relative", textContent: relative(at) });
  time.dataset.at = at;
  return time;
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
const LINES = { "-# ": "small", "> ": "blockquote", "# ": "h2", "## ": "h3", "### ": "h4" };
function lines(text) {
  const box = make("div", { className: "text" });
  for (const part of text.split(/(```[\s\S]+?```)/)) {
    if (part.startsWith("```")) { box.append(...marked(part)); continue; }
    const quote = part.search(/^>>> /m);  // to the end of the text
    for (const line of (quote < 0 ? part : part.slice(0, quote).trimEnd()).split("\n")) {
      const [, mark = "", rest] = line.match(/^(#{1,3} |-# |> |\s*[-*] )?(.*)$/);
      box.append(make(LINES[mark] || "p", { className: mark && !LINES[mark] ? "item" : "" }, ...marked(rest)));
    }
    if (quote >= 0) box.append(make("blockquote", {}, lines(part.slice(quote + 4))));
  }
  return box;
}

function picture(message, item) {
  // Each edit uploads anew. A browser keeps what an address once gave, so the upload is part of it.
  const [upload, name] = item.media.url.split("?")[0].split("/").slice(-2);
  const url = `file/${message.id}/${name}?as=${person}&upload=${upload}`;
  const img = make("img", { src: url, alt: item.description || "", title: "" });
  img.onclick = () => { const large = $("large"); large.firstChild.src = url; large.firstChild.alt = img.alt; large.showModal(); };
  return img;
}
function emoji(one) {
  return one.id ? make("img", { src: `emoji/${one.id}`, className: "emoji", alt: "", title: one.name }) : one.name;
}
function draw(message, part) {
  switch (part.type) {
    case 1: return make("div", { className: "row" }, ...part.components.map((c) => draw(message, c)));
    case 2: {
      const face = [...(part.emoji ? [emoji(part.emoji)] : []), part.label || ""];
      if (part.style === 5) return make("button", { onclick: () => follow(part.url) }, ...face);
      const button = make("button", { className: "style" + part.style, disabled: !!part.disabled }, ...face);
      button.dataset.id = part.custom_id;
      button.onclick = async () => {
        button.disabled = true;
        await post("press", { message: message.id, id: part.custom_id });
        button.disabled = false;
      };
      return button;
    }
    case 3: {
      const select = make("select", { disabled: !!part.disabled, ariaLabel: part.placeholder || "Choose" });
      select.append(make("option", { textContent: part.placeholder || "Choose…", value: "" }));
      for (const o of part.options)
        select.append(make("option", { value: o.value, selected: !!o.default, textContent: o.description ? `${o.label} — ${o.description}` : o.label }));
      select.dataset.id = part.custom_id;
      select.onchange = async () => {
        if (select.value) await post("press", { message: message.id, id: part.custom_id, values: [select.value] });
        select.value = "";
      };
      return select;
    }
    case 5: {  // people: whoever is chosen already goes, whoever is not comes
      const select = make("select", { disabled: !!part.disabled, ariaLabel: part.placeholder || "Choose" });
      const chosen = (part.default_values || []).map((each) => each.id);
      select.append(make("option", { textContent: part.placeholder || "Choose…", value: "" }));
      for (const [id, name] of Object.entries(state.names))
        select.append(make("option", { value: id, textContent: chosen.includes(id) ? `✓ ${name}` : name }));
      select.dataset.id = part.custom_id;
      select.onchange = async () => {
        const one = select.value, others = part.max_values > 1 ? chosen.filter((id) => id !== one) : [];
        if (one) await post("press", { message: message.id, id: part.custom_id, values: chosen.includes(one) ? others : [...others, one] });
        select.value = "";
      };
      return select;
    }
    case 9: return make("div", { className: "row" }, make("div", {}, ...part.components.map((c) => draw(message, c))), draw(message, part.accessory));
    case 10: return lines(part.content);
    case 12: return make("div", { className: "gallery" }, ...part.items.map((item) => picture(message, item)));
    case 13: {
      const name = part.file.url.split("?")[0].split("/").at(-1);
      return make("a", { href: `file/${message.id}/${name}?as=${person}`, textContent: name, download: name });
    }
    case 14: return make("hr");
    case 17: return make("div", { className: "box" }, ...part.components.map((c) => draw(message, c)));
    default: return make("p", { textContent: `(component ${part.type})` });
  }
}
// A form: what is filled in stays while the page asks for news; only another form takes its place.
function field(label) {
  const part = label.component, box = make("fieldset", {}, make("legend", { textContent: label.label }));
  box.dataset.key = part.custom_id;
  if (label.description) box.append(make("small", { textContent: label.description }));
  if (part.type === 4)
    box.append(make("input", { name: part.custom_id, ariaLabel: label.label, placeholder: part.placeholder || "", value: part.value || "", maxLength: part.max_length || 4000, required: part.required !== false, autocomplete: "off" }));
  if (part.type === 3) {
    const select = make("select", { name: part.custom_id, ariaLabel: label.label, required: part.required !== false });
    if (!part.options.some((o) => o.default)) select.append(make("option", { value: "", textContent: "Choose…" }));
    for (const o of part.options) select.append(make("option", { value: o.value, selected: !!o.default, textContent: o.label }));
    box.append(select);
  }
  if (part.type === 21)
    for (const o of part.options)
      box.append(make("label", {}, make("input", { type: "radio", name: part.custom_id, value: o.value, checked: !!o.default, required: part.required !== false }), o.label));
  return box;
}
function showForm(modal) {
  const dialog = $("form");
  if (!modal) { if (dialog.open) dialog.close(); dialog.dataset.id = ""; return; }
  if (dialog.dataset.id === modal.id) return;
  dialog.dataset.id = modal.id;
  const dismiss = () => { dialog.dataset.id = ""; post("form", {}); };
  const sheet = make("form", { onsubmit: (event) => { event.preventDefault(); post("form", { values: Object.fromEntries(new FormData(sheet)) }); } },
    make("h2", { id: "form-title", textContent: modal.title }), ...modal.components.map(field),
    make("div", { className: "row" }, make("button", { type: "button", textContent: "Dismiss", onclick: dismiss }), make("button", { className: "style1", textContent: "Submit" })));
  dialog.oncancel = dismiss;
  dialog.replaceChildren(sheet);
  if (!dialog.open) dialog.showModal();
}
function bubble(message) {
  const item = make("li", { className: message.private ? "private" : "" });
  item.dataset.id = message.id;
  item.append(make("strong", { textContent: message.author }), " ", make("small", { textContent: message.private ? "Only you can see this" : "" }));
  if (message.private) item.append(make("button", { className: "dismiss", textContent: "Dismiss", onclick: () => { dismissed.add(message.id); item.remove(); post("dismiss", { message: message.id }); } }));
  if (message.content) item.append(lines(message.content));
  item.append(...message.components.map((part) => draw(message, part)));
  if (state.channels.some((c) => c.id === message.id)) item.append(make("p", { className: "thread" }, "Thread: ", channelLink(message.id)));
  return item;
}
// Only what changed is drawn anew, so that a select stays open and a scroll where it is.
function fill(list, messages) {
  const wanted = messages.filter((m) => !dismissed.has(m.id));
  const low = list.scrollHeight - list.scrollTop - list.clientHeight < 80;
  const there = new Map([...list.children].map((node) => [node.dataset.id, node]));
  const focused = list.contains(document.activeElement) && document.activeElement.dataset.id;
  let answered = false;
  wanted.forEach((message, at) => {
    const print = JSON.stringify(message) + person + state.channels.some((c) => c.id === message.id);
    let node = there.get(message.id);
    if (!node || node.print !== print) {
      const fresh = bubble(message); fresh.print = print;
      if (node) node.replaceWith(fresh); else answered ||= message.private;
      node = fresh;
    }
    if (list.children[at] !== node) list.insertBefore(node, list.children[at] || null);
    there.delete(message.id);
  });
  while (list.children.length > wanted.length) list.lastChild.remove();
  if (focused) list.querySelector(`[data-id="${CSS.escape(focused)}"]`)?.focus();
  if (answered || low) { const end = () => { list.scrollTop = list.scrollHeight; }; end(); list.querySelectorAll("img").forEach((i) => i.addEventListener("load", end, { once: true })); }
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
  $("busy").textContent = state.busy ? "The table is moving…" : "";
  $("refusal").textContent = state.refusal || "";
  showForm(state.form);
  document.querySelectorAll("time.relative").forEach((one) => { one.textContent = relative(one.dataset.at); });
  const print = JSON.stringify({ ...state, now: 0, busy: 0 });
  if (print === last) return;
  last = print;
  const now = state.channels.find((c) => c.id === channel) || state.channels[0];
  channel = now.id;
  $("text").disabled = false;  // before that a command would have no channel
  tabs($("people"), state.people.map((p) => [p, now.deciding.includes(p) ? p + " ● to move" : p]), person, (p) => { person = p; });
  $("language").value = state.language;
  tabs($("channels"), state.channels.map((c) => [c.id, "#" + c.name]), channel, (c) => { channel = c; });
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
  if (text) post("command", { channel, text });
  $("text").value = ""; usage();
};
$("language").onchange = () => post("language", { language: $("language").value });
(async () => {
  for (const [code, name] of Object.entries(await (await fetch("languages")).json()))
    $("language").append(make("option", { value: code, textContent: name, lang: code }));
  commands = await (await fetch("commands")).json();
  for (const c of commands) {
    const choices = c.options.filter((o) => o.required && o.choices.length);
    const forms = choices.length ? choices[0].choices.map((v) => ` ${choices[0].name}:${v}`) : [""];
    forms.forEach((form) => $("commands").append(make("option", { value: `/${c.name}${form}`, label: c.description })));
  }
  const loop = async () => { try { await refresh(); } catch { $("busy").textContent = "The demo has stopped."; } setTimeout(loop, 400); };
  loop();
})();
