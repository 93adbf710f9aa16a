"""What a paper in Typst is set by: its own words for questions, options, answers and what is too wide."""

MACROS = """#let blank(width) = box(width: width, line(length: 100%, stroke: 0.5pt))
#let fields(name, date, points) = grid(columns: (1fr, auto, auto), column-gutter: 1em, name, date, points)
#let fit(beside, body) = if not narrow { body } else {
  show math.equation.where(block: false): it => context {
    let (room, wide) = ((column-width - beside).to-absolute(), measure(it).width)
    if wide <= room { it } else { text(size: 0.98em * (room / wide), it) }
  }
  show math.equation.where(block: true): it => layout(room => {
    let wide = measure(it).width
    if wide <= room.width { it } else { text(size: 0.98em * (room.width / wide), it) }
  })
  body
}
#let titled(number, points, body) = [
  #block(sticky: true, heading(level: 2, outlined: false)[#number. #text(weight: "regular", size: 0.85em)[(#points)]])
  #fit(0.2em, body)
]
#let short(number, points, body) = block(breakable: false, width: 100%, above: 1.6em, titled(number, points, body))
#let question(number, points, body) = layout(room => {
  let whole = short(number, points, body)
  let fits = measure(whole, width: room.width).height < room.height
  if fits { whole } else { block(width: 100%, above: 1.6em, titled(number, points, body)) }
})
#let solved(number, points, body) = block(width: 100%, above: 1.6em, titled(number, points, body))
#let part(label, body) = grid(columns: (auto, 1fr), column-gutter: 0.5em, label, fit(2em, body))
#let bubble = box(baseline: 15%, circle(radius: 0.38em, stroke: 0.7pt))
#let tick = box(baseline: 10%, square(size: 0.72em, stroke: 0.7pt))
#let choices(mark, ..items) = pad(left: 0.6em, grid(columns: (auto, auto, 1fr), column-gutter: 0.6em,
  row-gutter: 0.75em,
  ..items.pos().map(item => (mark, strong(item.at(0)), fit(6em, item.at(1)))).flatten()))
#let answer(room, unit) = {
  v(room)
  align(right, box(width: answer-width)[#answer-label #blank(1fr) #unit])
}
#let figured(width, svg, said) = block(sticky: true, width: 100%, align(center, layout(room =>
  image(bytes(svg), format: "svg", alt: said, width: calc.min(width.to-absolute() * scale-of-print, room.width)))))
#let solution(body) = block(width: 100%, above: 1em, stroke: (top: 0.5pt), inset: (top: 0.6em), body)
#let word = regex("^[(“]?\\\\p{Lu}?[\\\\p{Ll}’-]{1,22}[)”.,;:?!]*$")
#let broken(room, body) = {
  show regex("\\\\S{8,}"): it => context if measure(it).width < room { it } else if it.text.contains(word) {
    text(hyphenate: true, it)
  } else { it.text.clusters().join(sym.zws) }
  body
}
#show heading.where(level: 2): set text(size: 1.05em)
#show heading.where(level: 2): set block(below: 0.7em)
"""
