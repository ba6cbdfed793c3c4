"""The colours of Lacrimosa: an engraved print on laid paper, with wine and gold."""

from __future__ import annotations

from typing import Final

from render.theme import Theme

THEME: Final = Theme(
    name="lacrimosa",
    paper="#F6EFDD",
    vein="#EFE6CF",
    panel="#FDFAF0",
    shade="#EBE1C7",
    rule="#B9AB87",
    ink="#1D2536",
    ink2="#4A5162",
    header="#1D2536",
    header2="#2A3449",
    accent="#7C1E2E",
    heading="#7C1E2E",
    light="#EBCB7A",
    gold="#C79A3B",
    past="#E4DFD0",
    past_ink="#8C8674",
    field="#F4F6FA",
    chosen="#FFF2CE",
    good="#E9F1E2",
    row="#F3E3B6",
    sold="#DCE4F1",
    chip="#4F5B78",
    laurel="#2F6B34",
    bronze="#8A5A2B",
    tiles={
        "opus": "#7C1E2E",
        "memory": "#24477F",
        "sea": "#DDE3DF",
        "wave": "#C9D3D0",
        "land": "#F3E8CC",
        "bonus": "#F3E3B6",
        "requiem": "#3A2750",
        "travel": "#2F6B34",
        "ochre": "#B27A1C",
        "journey": "#B3202E",
    },
    pairs=(
        ("#1D2536", "#F4F6FA"),
        ("#1D2536", "#F3E3B6"),
        ("#A3131F", "#F6DFD3"),
        ("#24477F", "#FFFFFF"),
        ("#24477F", "#F4F6FA"),
        ("#24477F", "#DCE4F1"),
        ("#7C1E2E", "#EBCB7A"),
        ("#24477F", "#EBCB7A"),
        ("#1D2536", "#F3E8CC"),
        ("#1D2536", "#DCE4F1"),
        ("#6E4D12", "#EBCB7A"),
        ("#C79A3B", "#FDFAF0"),
        ("#B3202E", "#FDFAF0"),
        ("#3A2750", "#FFFDF6"),
        ("#B27A1C", "#FFFDF6"),
        ("#8C8674", "#E4DFD0"),
    ),
)
