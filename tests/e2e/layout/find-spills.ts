/**
 * Runs in the page, and needs nothing from outside. What stands beside its place at this width: the page or a box that
 * scrolls sideways and isn't meant to, a text that spills out of its box or is cut off, a heading that something covers.
 */
export function findSpills(): string[] {
  const found = new Set<string>()
  const { clientWidth, scrollWidth } = document.documentElement
  if (scrollWidth > clientWidth) found.add(`the page is ${scrollWidth} wide`)
  const headings: HTMLElement[] = []
  for (const child of document.body.children) look(child, false)
  for (const heading of headings) checkHeading(heading)
  scrollTo(0, 0)
  return [...found]

  /** Goes down where something can be seen: not into what is kept for those who listen, nor into drawings. */
  function look(element: Element, isInScroller: boolean) {
    if (!(element instanceof HTMLElement)) return
    const style = getComputedStyle(element)
    if (style.display === 'none' || style.visibility === 'hidden') return
    if (style.clipPath !== 'none' || style.clip !== 'auto') return
    // What holds others answers for them.
    if (!isInScroller && isBeside(element)) return tell(element, 'beside the page')
    if (element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1) checkBox(element, style)
    if (/^h[12]$/i.test(element.tagName) && !isInScroller) headings.push(element)
    const isScroller = isInScroller || style.overflowX !== 'visible'
    for (const child of element.children) look(child, isScroller)
  }

  function tell(element: Element, what: string) {
    const name = (element.closest('[aria-label]')?.getAttribute('aria-label') ?? '').slice(0, 40)
    const text = element.textContent.trim().slice(0, 50)
    found.add(`${what}: <${element.localName} class="${element.className}"> '${text}' in '${name}'`)
  }

  function isBeside(element: HTMLElement) {
    const { right, left, width } = element.getBoundingClientRect()
    return width > 0 && (right > clientWidth + 1 || left < -1)
  }

  function checkBox(element: HTMLElement, { overflowX, textOverflow }: CSSStyleDeclaration) {
    if (element.matches('input, textarea, select')) return
    if (overflowX === 'visible') {
      if (textSpills(element)) tell(element, 'out of its box')
    } else if (overflowX === 'hidden' || overflowX === 'clip') {
      if (textOverflow !== 'ellipsis' && element.textContent.trim() !== '') tell(element, 'cut off')
    } else if (!canBeReached(element)) tell(element, 'scrolls sideways')
  }

  /** The words themselves, not something that decorates them. */
  function textSpills(element: Element) {
    const range = document.createRange()
    const box = element.getBoundingClientRect()
    return [...element.childNodes].some((node) => {
      if (node.nodeType !== Node.TEXT_NODE) return false
      range.selectNodeContents(node)
      return [...range.getClientRects()].some(({ right, width }) => width > 0 && right > box.right + 2)
    })
  }

  /** Who has no pointer can scroll it too: it was meant. */
  function canBeReached(element: HTMLElement) {
    return element.tabIndex >= 0 || element.querySelector('a, button, input, [tabindex="0"]') !== null
  }

  function checkHeading(heading: HTMLElement) {
    // In what is folded, say.
    if (!heading.checkVisibility()) return
    heading.scrollIntoView({ block: 'start', behavior: 'instant' })
    const range = document.createRange()
    range.selectNodeContents(heading)
    const line = [...range.getClientRects()].find(({ width, height }) => width > 4 && height > 4)
    if (!line) return
    const at = document.elementFromPoint(line.left + Math.min(line.width, 40) / 2, line.top + line.height / 2)
    if (at && !heading.contains(at) && !at.contains(heading)) tell(heading, `covered by <${at.localName}>`)
  }
}
