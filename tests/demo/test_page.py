"""The demo's page in a real browser: a person plays, others see only what is theirs."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Error, Locator, Page, expect, sync_playwright

PATIENCE = 20_000
"""Milliseconds that something may take to appear: opponents take their time."""

MOVED_ON = """before => [...document.querySelectorAll("#channel li:not(.private)")]
    .at(-1).innerText !== before"""

FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A running demo; afterwards it must stop when told to."""
    command = [sys.executable, "-m", "bot", "demo", "--port", "0"]
    brisk = {**os.environ, "MAECENAS_OPPONENT_PAUSE": "0.2"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=brisk) as demo:
        assert demo.stdout is not None
        said = demo.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/", said)
        try:
            assert found, f"the demo said: {said!r}"
            yield found[0]
        finally:
            demo.send_signal(signal.SIGTERM)
            code = demo.wait(timeout=20)
        assert code == 0


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, without a window."""
    path = shutil.which("chromium")
    assert path, "the page is tested in Chromium: apt-get install chromium"
    with sync_playwright() as playwright:
        try:
            chromium = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        except Error as error:
            raise AssertionError(
                f"{path} does not start; anew: apt-get install chromium"
            ) from error
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """The page, free of errors."""
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
    expect(direct.locator("li")).to_have_count(1)
    expect(direct.locator("img")).to_have_attribute("alt", re.compile("hand"))
    assert _drawn(direct.locator("img"))

    # A private panel gives the first card back.
    _button(channel, "Your move").click()
    panel = channel.locator("li.private").last
    expect(panel).to_contain_text("Which one do you give back?")
    _someone_else_sees_nothing_of_it(page)
    cards = panel.locator(".row button")
    given = cards.first.inner_text()
    cards.first.click()
    expect(direct.locator("li").last).not_to_contain_text(f"• {given}")

    # The opponents do the same, and the auctions come round to this person.
    table = channel.locator("li:not(.private)").last
    expect(table).to_contain_text("@Ada, it is your move")
    expect(table).to_contain_text("(computer)")
    assert _drawn(table.locator("img"))
    _an_auction(page)


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
    expect(page.locator("#dm li")).to_have_count(1)
    expect(page.locator("#channel")).not_to_contain_text("You watch this game")


def _an_auction(page: Page) -> None:
    """Ada says no or passes until the first auctions are over: opponents' bids are seen."""
    channel = page.locator("#channel")
    public = channel.locator("li:not(.private)")
    for _ in range(12):
        called = re.compile(
            r"Round 1 of 7, (auction|actions).*@Ada, it is your move", re.DOTALL
        )
        expect(public.last).to_contain_text(called)
        before = public.last.inner_text()
        if "Round 1 of 7, actions" in before:
            break
        labels = re.compile("^(Pass|No item this round)$")
        public.last.get_by_role("button", name=labels).click()
        page.wait_for_function(MOVED_ON, arg=before)
    said = " ".join(public.all_inner_texts())
    assert re.search(r"Round 1 of 7, auction.*\(computer\) [a-z]+", said, re.DOTALL)


def test_a_command_is_typed_and_answered_privately(page: Page) -> None:
    _as(page, "Chiara")
    page.get_by_label("Command").fill("/rules")
    expect(page.locator("#usage")).not_to_be_empty()
    page.keyboard.press("Enter")
    expect(page.locator("#channel li.private").last).to_be_visible()
    page.get_by_label("Command").fill('/nonsense "unfinished')
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("cannot be read")


def test_the_page_fits_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("#channel li").last).to_be_visible()
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390


def test_other_sites_are_refused(page: Page, address: str) -> None:
    asked = page.request.post(
        f"{address}command", data={"as": "Ada", "room": 1, "text": "/hand"}
    )
    assert asked.status == 403
    foreign = page.request.get(f"{address}state?as=Ada", headers={"Host": "evil.example"})
    assert foreign.status == 403
    assert page.request.get(f"{address}state?as=Nobody").status == 400


def _as(page: Page, name: str) -> None:
    """Become another person."""
    page.locator("#people").get_by_role("button", name=re.compile(f"^{name}")).click()
    expect(page.locator("#people button[aria-pressed=true]")).to_contain_text(name)


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
