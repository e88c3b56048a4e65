import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const options = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations' as const],
  selectors: false,
  elementRef: true,
}

/**
 * The shapes that passed before, in any page: reading a twentieth row like the first tells nothing and takes as long, nor
 * does reading what stayed as it was while something else changed.
 */
const passed = new Set<number>()

/** What WCAG 2.2 AA, with landmarks and headings in order, has against the page as it stands. */
export async function findViolations(page: Page) {
  // It stays until the next page load: reading it takes as long as many a run.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const { violations, shapes } = await page.evaluate(readPage, {
    rules: options,
    known: [...passed],
    isWhole: process.env.HUB_TEST_LONG === 'on',
  })
  if (violations.length === 0) for (const shape of shapes) passed.add(shape)
  return violations
}

/**
 * Runs in the page. What floats over it, a menu or a tooltip, belongs to no landmark. What has left the page before the
 * report came can't be asked where it stood: the page is read again.
 */
async function readPage(input: { rules: axe.RunOptions; known: number[]; isWhole: boolean }) {
  const { rules, known, isWhole } = input
  const { axe: reader } = window as unknown as { axe: typeof axe }
  const orderOnly = { ...rules, runOnly: ['landmark-unique', 'heading-order'] }
  for (;;) {
    const { alike, shapes } = findAlike()
    const inParts = await reader.run({ include: inReach(), exclude: isWhole ? [] : alike }, rules)
    // A landmark of the same name, or a heading out of place, is one beside all the others.
    const inOrder = isWhole ? [] : (await reader.run(document, orderOnly)).violations
    const violations = [...inParts.violations, ...inOrder]
    if (!violations.every(({ nodes }) => nodes.every(({ element }) => element?.isConnected))) continue
    const wrong = []
    for (const { id, help, nodes } of violations) {
      const ones =
        id === 'target-size' ? await cramped(nodes) : nodes.filter(({ element }) => isOnPage(id, element))
      if (ones.length > 0) wrong.push({ id, help, where: ones.map(({ html }) => html) })
    }
    return { violations: wrong, shapes }
  }

  /** While a dialog is open, that and what floats over it: nobody gets at the page behind, which was read before it. */
  function inReach() {
    const isAsked = document.querySelector('[role=dialog][aria-modal=true]') !== null
    return isAsked && !isWhole ? [...document.querySelectorAll('[data-portal]')] : document
  }

  function isOnPage(id: string, element: Element | undefined) {
    // The options of a field are gone through by its arrow keys.
    if (id === 'scrollable-region-focusable') return !element?.querySelector('[role=listbox], [role=option]')
    return id !== 'region' || !element?.closest('[data-portal]')
  }

  /** What is small wherever it stands: half under a bar it is only to be scrolled out from there, under a menu to be waited for. */
  async function cramped(nodes: axe.NodeResult[]) {
    const { scrollX: left, scrollY: top } = window
    const small = []
    for (const node of nodes) {
      node.element!.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { violations } = await reader.run(node.element!, { runOnly: ['target-size'] })
      if (violations.length > 0 && !isUnderFloat(node.element!)) small.push(node)
    }
    window.scrollTo({ left, top, behavior: 'instant' })
    return small
  }

  function isUnderFloat(element: Element) {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const corners = [left + 1, right - 1].flatMap((x) => [top + 1, bottom - 1].map((y) => [x, y] as const))
    return corners.some(([x, y]) => {
      const float = document.elementFromPoint(x, y)?.closest('[data-portal]')
      return float !== null && float !== undefined && !float.contains(element)
    })
  }

  /** Parts, rows and items that look like one that is read: the same elements, classes and colours, around them too. */
  function findAlike() {
    const parts =
      'nav, header, section, form, table, fieldset, [role=tabpanel], tr, li, [role=row], [role=option], [role=menuitem], nav a'
    const seen = new Set(known)
    const shapes: number[] = []
    const alike: Element[] = []
    const reach = inReach()
    for (const element of document.querySelectorAll(parts)) {
      if (reach !== document && !(reach as Element[]).some((part) => part.contains(element))) continue
      if (alike.some((other) => other.contains(element))) continue
      const shape = shapeOf(element)
      if (seen.has(shape)) alike.push(element)
      else shapes.push(shape)
      seen.add(shape)
    }
    return { alike, shapes }
  }

  function shapeOf(element: Element) {
    const around: string[] = [String(innerWidth)]
    for (let at = element.parentElement; at; at = at.parentElement)
      around.push(simplify((at.cloneNode(false) as Element).outerHTML))
    // Every second row may have a colour of its own.
    const place = element.tagName === 'TR' ? [...element.parentElement!.children].indexOf(element) % 2 : 0
    return hash(`${place} ${around.join(' ')} ${simplify(element.outerHTML)}`)
  }

  /** A text counts as a text, whichever it is; so does a name, an address, a reference to another element. */
  function simplify(html: string) {
    const told =
      / (id|for|href|src|alt|title|value|name|datetime|aria-(?:label|labelledby|describedby|controls|owns))="[^"]+"/g
    return html.replaceAll(/>[^<>]+(?=<)/g, '>x').replaceAll(told, ' $1')
  }

  function hash(text: string) {
    let sum = 0
    for (let at = 0; at < text.length; at++) sum = (Math.imul(sum, 31) + text.charCodeAt(at)) | 0
    return sum
  }
}
