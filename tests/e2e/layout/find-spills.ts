/**
 * Runs in the page, and needs nothing from outside. What stands beside its place at this width: the page or a box that
 * scrolls sideways and isn't meant to, a text that spills out of its box or is cut off, a heading that something covers.
 */
export function findSpills(): string[] {
  const found = new Set<string>()
  const root = document.documentElement
  const shown = [...document.body.querySelectorAll<HTMLElement>('*')].filter(isShown)
  if (root.scrollWidth > root.clientWidth) found.add(`the page is ${root.scrollWidth} wide`)
  for (const element of shown) {
    const { right, left } = element.getBoundingClientRect()
    if ((right > root.clientWidth + 1 || left < -1) && !scrolls(element)) tell(element, 'beside the page')
    const { overflowX, textOverflow } = getComputedStyle(element)
    if (element.scrollWidth <= element.clientWidth + 1 || element.clientWidth === 0) continue
    if (overflowX === 'visible') {
      if (hasText(element) && textSpills(element)) tell(element, 'out of its box')
    } else if (overflowX === 'hidden' || overflowX === 'clip') {
      if (textOverflow !== 'ellipsis' && !isField(element)) tell(element, 'cut off')
    } else if (!canBeReached(element) && !isField(element)) tell(element, 'scrolls sideways')
  }
  for (const heading of document.querySelectorAll<HTMLElement>('h1, h2')) checkHeading(heading)
  scrollTo(0, 0)
  return [...found]

  function tell(element: Element, what: string) {
    const name = (element.closest('[aria-label]')?.getAttribute('aria-label') ?? '').slice(0, 40)
    const text = element.textContent.trim().slice(0, 50)
    found.add(`${what}: <${element.localName} class="${String(element.className)}"> '${text}' in '${name}'`)
  }

  /** What nobody sees can't be wrong: not drawn, kept for those who listen, or lying outside on purpose. */
  function isShown(element: HTMLElement) {
    if (element instanceof SVGElement || element.closest('svg')) return false
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false
    for (let at: Element | null = element; at; at = at.parentElement)
      if (
        getComputedStyle(at).clipPath !== 'none' ||
        getComputedStyle(at).clip === 'rect(0px, 0px, 0px, 0px)'
      )
        return false
    return true
  }

  /** Within a box that scrolls or cuts it off, which answers for it. */
  function scrolls(element: Element) {
    for (let at = element.parentElement; at; at = at.parentElement)
      if (getComputedStyle(at).overflowX !== 'visible') return true
    return false
  }

  function hasText(element: Element) {
    return [...element.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim())
  }

  /** The words themselves, not something that decorates them. */
  function textSpills(element: Element) {
    const range = document.createRange()
    const box = element.getBoundingClientRect()
    return [...element.childNodes].some((node) => {
      if (node.nodeType !== 3) return false
      range.selectNodeContents(node)
      return [...range.getClientRects()].some(({ right, width }) => width > 0 && right > box.right + 2)
    })
  }

  function isField(element: Element) {
    return element.matches('input, textarea, select')
  }

  /** Who has no pointer can scroll it too: it was meant. */
  function canBeReached(element: HTMLElement) {
    return element.tabIndex >= 0 || element.querySelector('a, button, input, [tabindex="0"]') !== null
  }

  function checkHeading(heading: HTMLElement) {
    if (!isShown(heading) || scrolls(heading)) return
    heading.scrollIntoView({ block: 'start', behavior: 'instant' })
    const range = document.createRange()
    range.selectNodeContents(heading)
    const line = [...range.getClientRects()].find(({ width, height }) => width > 4 && height > 4)
    if (!line) return
    const at = document.elementFromPoint(line.left + Math.min(line.width, 40) / 2, line.top + line.height / 2)
    if (at && !heading.contains(at) && !at.contains(heading)) {
      tell(heading, `covered by <${at.localName} class="${at.className}">`)
    }
  }
}
