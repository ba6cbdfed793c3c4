"""The demo's page in a real browser: a person plays, and others see only what is theirs."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
from base64 import b64decode
from collections.abc import Iterator
from http import HTTPStatus
from io import BytesIO
from typing import Any, cast

import discord
import pytest
from discord import app_commands
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, Route, expect

from bot import commands
from bot.delivery.outbox import OutboxDelivery
from bot.demo import typed
from bot.interactions.clicks import ClickRouter
from render.words import LANGUAGES, Words
from tests.demo.running import PICTURE, chromium, demo

PATIENCE = 20_000
"""Milliseconds that something may take to appear: computer players take their time."""

MOVED_ON = """before => [...document.querySelectorAll("#channel li:not(.private)")]
    .at(-1).innerText !== before"""

ANSWERED = """before => [...document.querySelectorAll("#channel li.private")]
    .at(-1).dataset.id !== before"""

SHOWN = """async node => {
    await node.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [node.naturalWidth, node.naturalHeight];
    canvas.getContext("2d").drawImage(node, 0, 0);
    return canvas.toDataURL("image/png");
}"""
"""The pixels shown on the page, whatever the server would send by now."""

TURNS = 10
ASIDE = re.compile(
    "^(⋯|What happened|Back|Suggest|Why can’t I …\\?|Undo|Bid ahead|Plan ahead|Refresh"
    "|Next page|Previous page|Symbols|Score)$"
)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A running demo with quick computer players."""
    with demo(pause=0.2) as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """The page, which must stay free of errors."""
    page = browser.new_page(viewport={"width": 1400, "height": 900})
    page.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.goto(address)
    yield page
    page.close()
    assert not wrong


def test_a_person_plays_against_opponents(page: Page) -> None:
    channel, direct = page.locator("#channel"), page.locator("#dm")
    expect(_button(channel, "Start")).to_be_enabled()
    _button(channel, "Start").click()
    expect(direct.locator("li")).to_have_count(2)  # the hand, and the call
    expect(direct).to_contain_text("Give back one Profession card")
    expect(page.locator("#people")).to_have_text(re.compile("^Ada ● to move *Bruno *Chiara$"))
    expect(direct.locator(PICTURE)).to_have_count(2)  # the hand; in a first game, the symbols
    expect(direct.locator(PICTURE).first).to_have_attribute("alt", re.compile("hand"))
    assert _drawn(direct.locator(PICTURE).first)

    # A private panel gives the first card back.
    expect(page.locator("#busy")).to_be_empty()
    _button(channel, "Your move").click()
    panel = channel.locator("li.private").last
    expect(panel).to_contain_text("Profession cards goes back?")
    _someone_else_sees_nothing_of_it(page)
    cards = panel.locator(".row button")
    given = cards.first.inner_text()
    cards.first.click()
    expect(panel).not_to_contain_text("Profession cards goes back?")
    sure = panel.get_by_role("button", name=re.compile("^Yes: "))
    if sure.count():  # the card that fits the others best is asked about
        sure.click()
    expect(direct.locator("li").first).not_to_contain_text(f"• {given}")

    # The computer players do the same, and the auctions come round to this person.
    table = channel.locator("li:not(.private)").last
    expect(table).to_contain_text("Ada to ")
    expect(table).to_contain_text("(computer)")
    assert _drawn(table.locator(PICTURE))
    _an_auction(page)
    expect(direct.locator("li")).to_have_count(2)  # the latest call replaces the others

    # From another channel, the hand leads back to the table.
    _open_channel(page, "lacrimosa")
    _button(direct, "To the table").click()
    here = page.locator('#channels [aria-pressed="true"]')
    expect(here).to_have_text(re.compile("^#(florence|The Princes of Florence)"))


def _someone_else_sees_nothing_of_it(page: Page) -> None:
    """The private answer and the direct message are Ada's alone, and wait for her."""
    _as(page, "Bruno")
    expect(page.locator("#dm li")).to_have_count(0)
    expect(page.locator("#channel li.private")).to_have_count(0)
    _button(page.locator("#channel"), "My hand").click()
    answer = page.locator("#channel li.private")
    expect(answer).to_have_count(1)
    expect(answer).not_to_contain_text("Profession cards")
    _as(page, "Ada")
    expect(page.locator("#dm li")).to_have_count(2)
    expect(page.locator("#channel")).not_to_contain_text("You watch this game")


def _an_auction(page: Page) -> None:
    """Ada declines or passes until the first auctions are over; the others' bids are seen."""
    channel = page.locator("#channel")
    public = channel.locator("li:not(.private)")
    said = ""
    for _ in range(12):
        called = re.compile(r"Round 1 of 7, (auction|actions) ·\s+(?:[●■▲] )?Ada to ")
        expect(public.last).to_contain_text(called)
        before = public.last.inner_text()
        said += before
        if "Round 1 of 7, actions" in before:
            break
        labels = re.compile("^(Pass|No item this round)$")
        public.last.get_by_role("button", name=labels).click()
        page.wait_for_function(MOVED_ON, arg=before)
    assert re.search(r"Round 1 of 7, auction.*\(computer\) [a-z]+", said, re.DOTALL)


def test_an_edited_picture_changes_before_ones_eyes(page: Page) -> None:
    _open_channel(page, "lacrimosa")
    channel = page.locator("#channel")
    lobby = channel.locator("li:not(.private)").last
    seen = {_pixels(lobby.locator(PICTURE))}
    _button(channel, "⋯").click()
    channel.locator("li.private select").last.select_option("Federico")
    alt = re.compile(r"at the table: Ada, Lucrezia \(computer, easy\)\. Options · ")
    expect(lobby.locator(PICTURE)).to_have_attribute("alt", alt)
    seen |= _shown_as_sent(page)
    assert len(seen) > 1, "the lobby's picture is edited"
    _button(channel, "Start").click()
    for _ in range(TURNS):
        called = re.compile(r"turn \d of 4 ·\s+(?:[●■▲] )?Ada\s+to ")
        expect(channel.locator("li:not(.private)").last).to_contain_text(called)
        seen |= _shown_as_sent(page)
        _choose(page)
    assert len(seen) > TURNS // 2


def test_a_form_is_filled_in_and_sent_or_dismissed(browser: Browser) -> None:
    with demo(pause=0) as address:
        page = browser.new_page()
        page.set_default_timeout(PATIENCE)
        expect.set_options(timeout=PATIENCE)
        page.goto(address)
        channel, form = page.locator("#channel"), page.locator("#form")
        lobby, panel = channel.locator("li:not(.private)").last, channel.locator("li.private")
        _button(lobby, "⋯").click()
        _button(panel.last, "Options, page 1").click()
        expect(form.locator("legend").first).to_have_text("Seats")
        form.get_by_role("radio", name="In the order of joining").check()
        page.wait_for_timeout(1000)  # the page asks for news meanwhile
        expect(form.get_by_role("radio", name="In the order of joining")).to_be_checked()
        form.get_by_label("Absent players").select_option("3")
        _button(form, "Submit").click()
        expect(form).to_be_hidden()
        expect(lobby).to_contain_text("Seats: in the order of joining")
        expect(lobby).to_contain_text("Absent players: after 3 days")
        expect(panel.last).to_contain_text("Seats: in the order of joining")
        _button(panel.last, "At a set time").click()
        expect(form.get_by_role("textbox", name="Time", exact=True)).to_be_visible()
        expect(form.get_by_role("radio", name="Live, everyone is here now")).to_be_checked()
        form.get_by_label("Day", exact=True).select_option(index=3)
        form.get_by_role("textbox", name="Time", exact=True).fill("20:00")
        form.get_by_label("Your time zone").fill("Berlin")
        _button(form, "Submit").click()
        expect(panel.last).to_contain_text("The game starts on")
        expect(lobby).to_contain_text("starts on")
        _button(panel.last, "At a set time").click()
        expect(form).to_be_visible()
        expect(form.get_by_label("Your time zone")).to_have_count(0)
        _button(form, "Dismiss").click()
        expect(form).to_be_hidden()
        page.wait_for_timeout(1000)
        expect(form).to_be_hidden()
        page.close()


def _choose(page: Page) -> None:
    """One decision by Ada: the first choice of every step."""
    panel = page.locator("#channel li.private").last
    before = panel.get_attribute("data-id")
    _button(page.locator("#channel"), "Your move").click()
    page.wait_for_function(ANSWERED, arg=before)
    choices = panel.locator(".row button").filter(has_not_text=ASIDE)
    expect(choices.first).to_be_visible()
    question = panel.inner_text()
    choices.first.click()
    expect(panel).not_to_have_text(question, use_inner_text=True)


def _shown_as_sent(page: Page) -> set[bytes]:
    """All pictures on the page; each must come to match what the server has of it."""
    expect(page.locator("#busy")).to_be_empty()
    shown = set[bytes]()
    for image in page.locator("#channel .gallery img, #dm .gallery img").all():
        src = ""
        for _ in range(20):
            if not image.count():  # an older message has become a line: one picture fewer
                break
            src = image.get_attribute("src") or ""  # a new message moves the others up
            pixels = _pixels(image)
            sent = page.request.get(page.url + src.partition("?")[0] + "?as=Ada")
            if sent.status == HTTPStatus.OK and pixels == _decoded(sent.body()):  # else: edited
                shown.add(pixels)
                break
            page.wait_for_timeout(250)
        else:
            raise AssertionError(f"{src} is not what was sent")
    return shown


def _pixels(image: Locator) -> bytes:
    return _decoded(b64decode(image.evaluate(SHOWN).partition(",")[2]))


def _decoded(data: bytes) -> bytes:
    return Image.open(BytesIO(data)).convert("RGB").tobytes()


def test_who_clicks_while_opponents_wait_is_answered_at_once(browser: Browser) -> None:
    with demo(pause=30) as address:
        page = browser.new_page()
        page.goto(address)
        channel = page.locator("#channel")
        answers = channel.locator("li.private")
        expect(answers).to_have_count(1)  # the answer to the command that opened the table
        _button(channel, "Start").click()
        for count, label in enumerate(("My hand", "Your move"), start=2):
            _button(channel, label).click()
            expect(answers).to_have_count(count, timeout=10_000)
        expect(page.locator("#busy")).not_to_be_empty()
        page.close()


def test_a_command_is_typed_and_answered_privately(page: Page) -> None:
    _as(page, "Chiara")
    page.get_by_label("Command").fill("/rules")
    expect(page.locator("#usage")).not_to_be_empty()
    page.keyboard.press("Enter")
    expect(page.locator("#channel li.private").last).to_be_visible()
    page.get_by_label("Command").fill('/nonsense "unfinished')
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("cannot be read")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("hello", "Only commands can be typed here"),
        ("/", "There is no command /."),
        ("/frobnicate", "There is no command /frobnicate. /help lists the commands."),
        ("/play", "needs “game”: /play game:florence or /play game:lacrimosa."),
        ("/play game:chess", "There is no “chess” to choose"),
        ("/play game:florence seats:4", "/play knows game and language, not “seats”."),
        ("/host", "/host is several commands: /host "),
        ("/host limits tables:0", "“tables” is a number from 1 to 500."),
        ("/record person:Nora", "“person” is one of Ada, Bruno, Chiara."),
    ],
)
def test_what_cannot_be_sent_is_refused_in_plain_words(
    page: Page, said: str, told: str
) -> None:
    _type(page, said)
    expect(page.get_by_role("alert")).to_contain_text(told)


def test_a_form_that_was_opened_by_direct_message_is_filled_in(browser: Browser) -> None:
    with demo(pause=0.2) as address:
        page = browser.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(address)
        _button(page.locator("#channel"), "Start").click()
        direct = page.locator("#dm")
        _button(direct, "Note").click()
        form = page.locator("#form")
        form.get_by_role("textbox").fill("Two jesters")
        _button(form, "Submit").click()
        expect(direct).to_contain_text("Two jesters")
        page.close()


def test_a_note_is_quoted_to_its_end(page: Page) -> None:
    shown = page.evaluate("lines('Your note\\n>>> Praha\\nthen *Wien*').innerHTML")
    assert shown == (
        '<p class="">Your note</p><blockquote><div class="text">'
        '<p class="">Praha</p><p class="">then <em>Wien</em></p></div></blockquote>'
    )


def test_each_person_has_a_language_of_their_own(page: Page) -> None:
    language = LANGUAGES[-1]
    chosen = page.get_by_label("Language of your Discord")
    names = [Words(each)("language.name") for each in LANGUAGES]
    expect(chosen.locator("option")).to_have_text(names)
    _as(page, "Chiara")
    chosen.select_option(language)
    answers = page.locator("#channel li.private")
    for person, spoken in (("Chiara", language), ("Ada", "en")):
        _as(page, person)
        expect(chosen).to_have_value(spoken)
        _type(page, "/help")
        expect(answers.last).to_contain_text(Words(spoken)("help.title"))
    _as(page, "Chiara")
    chosen.select_option("en")
    expect(chosen).to_have_value("en")


def test_a_person_is_named_in_a_command(page: Page) -> None:
    _type(page, "/record person:Bruno")
    answer = page.locator("#channel li.private").last
    expect(answer).to_contain_text("Bruno is not on this server’s leaderboard.")


def test_a_file_can_be_taken_away(page: Page) -> None:
    _type(page, "/privacy")
    answer = page.locator("#channel li.private").last
    _button(answer, "My data").click()
    link = page.locator("#channel li.private a[download]")
    expect(link).to_have_text(re.compile(r"\.json$"))
    with page.expect_download() as got:
        link.click()
    assert "settings" in json.loads(got.value.path().read_text())


def test_one_of_the_people_manages_the_server(page: Page) -> None:
    _type(page, "/host limits tables:7")
    answer = page.locator("#channel li.private").last
    expect(answer).to_contain_text("Open tables that this server allows: 7.")
    expect(page.locator("#refusal")).to_be_empty()
    _as(page, "Bruno")
    _type(page, "/host status")
    expect(page.get_by_role("alert")).to_contain_text("Only Ada, who manages this server, may")


def test_a_thread_is_reached_from_its_line(page: Page) -> None:
    _as(page, "Bruno")
    _type(page, "/play game:florence")
    _button(page.locator("#channel"), "Open a thread").click()
    line = page.locator("#channel li:not(.private)", has_text="Bruno opens a table in a thread")
    line.locator(".mention").click()
    expect(page.locator("#channel")).to_contain_text("Bruno opens a table")
    expect(page.locator("#channels button[aria-pressed=true]")).to_contain_text("Bruno")


def _type(page: Page, said: str) -> None:
    page.get_by_label("Command").fill(said)
    page.keyboard.press("Enter")


def test_the_page_fits_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("#channel li").last).to_be_visible()
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390


def test_other_sites_are_refused(page: Page, address: str) -> None:
    asked = page.request.post(
        f"{address}command", data={"as": "Ada", "channel": 1, "text": "/hand"}
    )
    assert asked.status == 403
    foreign = page.request.get(f"{address}state?as=Ada", headers={"Host": "evil.example"})
    assert foreign.status == 403
    assert page.request.get(f"{address}state?as=Nobody").status == 400
    unknown = page.request.post(
        f"{address}language",
        headers={"X-Maecenas": "1"},
        data={"as": "Ada", "language": "xx"},
    )
    assert unknown.status == 400


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("press", ""),
        ("press", "{"),
        ("press", "[]"),
        ("press", "null"),
        ("press", "\xff"),
        ("press", "[" * 100_000),
        ("press", '{"as": "Ada"}'),
        ("press", '{"as": ["Ada"], "message": 1, "id": "x"}'),
        ("press", '{"as": "Nobody", "message": 1, "id": "x"}'),
        ("press", '{"as": "Ada", "message": "one", "id": "x"}'),
        ("press", '{"as": "Ada", "message": 1, "id": 5}'),
        ("press", '{"as": "Ada", "message": 1, "id": "x", "values": "y"}'),
        ("form", '{"as": "Nobody"}'),
        ("form", '{"as": "Ada", "values": {"pace": 5}}'),
        ("command", '{"as": "Ada", "channel": null, "text": "/hand"}'),
        ("command", '{"as": "Ada", "channel": 1, "text": {}}'),
        ("language", '{"as": "Ada"}'),
        ("language", '{"as": "Ada", "language": ["en"]}'),
    ],
)
def test_a_malformed_request_is_refused(page: Page, address: str, path: str, body: str) -> None:
    headers = {"X-Maecenas": "1", "Content-Type": "application/json"}
    data = body.encode("latin-1")
    assert page.request.post(f"{address}{path}", headers=headers, data=data).status == 400


def test_a_port_that_is_taken_is_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        command = [sys.executable, "-m", "bot", "demo", "--port", str(port)]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == f"maecenas: cannot listen on 127.0.0.1:{port}\n"


def _as(page: Page, name: str) -> None:
    """Become another person."""
    page.locator("#people").get_by_role("button", name=re.compile(f"^{name}")).click()
    expect(page.locator("#people button[aria-pressed=true]")).to_contain_text(name)


def test_a_relative_time_goes_on(page: Page) -> None:
    """As on Discord; only its text changes, so nothing is redrawn."""
    seen = {"now": 1000}

    def told(route: Route) -> None:
        state = route.fetch().json()
        message = {"id": "1", "author": "Maecenas", "private": False, "components": []}
        state["channels"][0]["messages"] = [message | {"content": "asked <t:1000:R>"}]
        route.fulfill(json=state | seen)

    page.route("**/state?*", told)
    _open_channel(page, "florence")
    time = page.locator("#channel time")
    for elapsed, text in ((0, "now"), (-5, "in 5 seconds"), (180, "3 minutes ago")):
        seen["now"] = 1000 + elapsed
        expect(time).to_have_text(text)
    page.unroute_all(behavior="ignoreErrors")


def _open_channel(page: Page, name: str) -> None:
    """Go to another channel."""
    tab = page.locator("#channels").get_by_role("button", name=f"#{name}")
    tab.click()
    expect(tab).to_have_attribute("aria-pressed", "true")


def _button(place: Locator, label: str) -> Locator:
    return place.get_by_role("button", name=label, exact=True).last


def _drawn(image: Locator) -> bool:
    """Whether a picture has arrived and can be shown."""
    image.first.wait_for()
    return bool(
        image.first.evaluate(
            "async node => { await node.decode(); return node.naturalWidth > 400; }"
        )
    )


def test_a_command_is_typed_in_another_language() -> None:
    option = {"type": 3, "name": "game", "name_localizations": {"es-ES": "juego"}}
    limits = {"type": 1, "name": "limits", "name_localizations": {"es-ES": "límites"}}
    told = [
        {"name": "rules", "name_localizations": {"es-ES": "reglas"}, "options": [option]},
        {"name": "host", "name_localizations": {"es-ES": "anfitrión"}, "options": [limits]},
        {"name": "help"},
    ]
    spoken = typed.spoken(told)
    assert spoken["reglas"] == ("rules", {"juego": "game"})
    assert spoken["anfitrión límites"] == ("host limits", {})
    tree: Any = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    commands.register(tree, ClickRouter(), cast(OutboxDelivery, None))
    known = typed.commands(tree)
    command, values = typed.read("/reglas juego:florence", known, {}, spoken)
    assert (command.name, values) == ("rules", {"game": "florence"})
    assert typed.read("/host limits", known, {}, spoken)[0].name == "limits"
    with pytest.raises(typed.Unclear, match="There is no command /règles"):
        typed.read("/règles", known, {}, spoken)


def test_a_value_may_have_spaces_and_a_channel_is_named() -> None:
    tree: Any = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    commands.register(tree, ClickRouter(), cast(OutboxDelivery, None))
    known = typed.commands(tree)
    there = {"Ada": "a person", "#salon": "a channel"}
    _, values = typed.read("/settings time_zone:New York", known, there)
    assert values == {"time_zone": "New York"}
    for said in ("salon", "#salon"):
        _, values = typed.read(f"/host puzzle channel:{said} time:20:00", known, there)
        assert values == {"channel": "a channel", "time": "20:00"}
    with pytest.raises(typed.Unclear, match="“channel” is one of #salon"):
        typed.read("/host puzzle channel:Ada", known, there)
    with pytest.raises(typed.Unclear, match="“person” is one of Ada"):
        typed.read("/record person:#salon", known, there)
