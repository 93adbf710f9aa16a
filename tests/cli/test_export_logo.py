"""A logo is an image that can be shown, and nothing that runs or is fetched."""

import os

import pymupdf
import pytest

from qbank.cli.export_logo import logo
from qbank.errors import QbankError

SVG = b"<svg xmlns='http://www.w3.org/2000/svg' xmlns:x='http://www.w3.org/1999/xlink' width='9' height='9'>%s</svg>"
DOCTYPE = b'<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">\n'


def pixels(sort):
    image = pymupdf.Pixmap(pymupdf.csRGB, 40, 40, bytes(range(240)) * 20, 0)
    return image.tobytes(sort)


@pytest.mark.parametrize(
    "image",
    [
        pixels("png"),
        pixels("jpeg"),
        SVG % b"<style>path { fill: url(#g) }</style><rect width='9' height='9'/><!-- c -->",
        SVG % b"<rect id='g' width='9' height='9'/><use x:href='#g'/>",
        DOCTYPE + SVG % b"<rect width='9' height='9'/>",
    ],
)
def test_an_image_is_taken_as_it_is(tmp_path, image):
    (tmp_path / "logo").write_bytes(image)
    assert logo(tmp_path / "logo") == image


@pytest.mark.parametrize(
    ("image", "said"),
    [
        (b"", "this is no PNG, JPEG or SVG"),
        (b"GIF89a", "this is no PNG, JPEG or SVG"),
        (b"\x89PNGnoise", "is damaged"),
        (pixels("png")[:200], "is damaged"),
        (pixels("jpeg")[:400], "is damaged"),
        (b"<svg><g>", "is no SVG that can be read"),
        (b"<?xml version='1.0'?><html/>", "is damaged"),
        (
            b"<?xml version='1.0'?><!DOCTYPE svg [<!ENTITY a 'b'>]>" + SVG % b"&a;",
            "is no SVG that can be read",
        ),
        (SVG % b"", "shows nothing"),
        (SVG % b"<rect width='9' height='9' fill='white'/>", "shows nothing"),
        (SVG.replace(b"'9'", b"'1e30'") % b"<rect width='100%%' height='100%%'/>", "shows nothing"),
        (SVG % b"<script>1</script>", "has <script>"),
        (SVG % b"<foreignObject/>", "has <foreignobject>"),
        (SVG % b"<g onload='x'/>", "has onload='x'"),
        (SVG % b"<image x:href='file:///etc/passwd'/>", "has href='file:///etc/passwd'"),
        (SVG % b"<a href='https://example.org'/>", "has href="),
        (SVG % b"<style>@import 'x.css'</style>", "has <style>"),
        (SVG % b"<rect fill='url( https://example.org)'/>", "has fill="),
        (SVG % b"<set attributeName='href' to='javascript:x'/>", "has to="),
    ],
)
def test_what_could_not_be_shown_or_does_something_is_refused(tmp_path, image, said):
    (tmp_path / "logo").write_bytes(image)
    with pytest.raises(QbankError) as caught:
        logo(tmp_path / "logo")
    assert said in str(caught.value)
    assert caught.value.where == str(tmp_path / "logo")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "logo")
    with pytest.raises(QbankError, match="no image of at most"):
        logo(tmp_path / "logo")
