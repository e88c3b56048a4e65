import { expect, type Page } from '@playwright/test'

/** The phones that are held: a common one, and a small one. */
export const handHeld = [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
] as const

// What the system's own bars take from such a phone, above and below.
const insets = { top: 47, bottom: 34 }

/** Gives the page the insets of a phone without a frame. */
export async function holdPhone(page: Page, size: (typeof handHeld)[number]) {
  await page.setViewportSize(size)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets })
}

/**
 * Whatever can be pressed or filled in here is where the thumb of the hand is that holds the phone: in the lower 60% of the
 * screen, or there by scrolling. It is large enough, nothing covers it, and it isn't under the system's bar.
 */
export async function expectOneHand(page: Page, where: string) {
  const found = await page.evaluate(findBeyondReach, insets)
  expect(found.beyond, where).toEqual([])
  // A page on which nothing was found says nothing.
  expect(found.looked, where).toBeGreaterThan(0)
}

function findBeyondReach(given: { top: number; bottom: number }) {
  const { innerHeight: height, innerWidth: width } = window
  const controls =
    'button, a[href], select, input, textarea, summary, [role=button], [role=img][tabindex], .signature svg'
  const isScrolling = (element: Element) =>
    /auto|scroll/.test(getComputedStyle(element).overflowY) && element.scrollHeight > element.clientHeight
  /** The lowest that the middle of it comes to by scrolling: nothing can be scrolled further down than it begins. */
  const lowest = (element: Element) => {
    const { top, height: tall } = element.getBoundingClientRect()
    let middle = top + tall / 2
    for (let each: Element | null = element; each; each = each.parentElement) {
      if (getComputedStyle(each).position === 'fixed') return middle
      if (isScrolling(each) && each !== document.documentElement) middle += each.scrollTop
    }
    return middle + window.scrollY
  }
  // Whoever presses the words of a box presses the box.
  const pressed = (element: Element) =>
    element instanceof HTMLInputElement && /checkbox|radio/.test(element.type)
      ? (element.closest('label') ?? element)
      : element
  const beyond: string[] = []
  const all = [...document.querySelectorAll(controls)].filter((each) => each.checkVisibility())
  for (const each of all) {
    const area = pressed(each)
    const say = (what: string) => {
      const { top, bottom, width: wide } = area.getBoundingClientRect()
      const name = each.getAttribute('aria-label') ?? each.closest('label')?.textContent ?? each.textContent
      beyond.push(
        `${each.tagName} ${name}: ${what} (${Math.round(top)}–${Math.round(bottom)}, ${Math.round(wide)} wide)`,
      )
    }
    area.scrollIntoView({ block: 'nearest' })
    const reach = lowest(area)
    area.scrollIntoView({ block: 'nearest' })
    const { top, bottom, left, right } = area.getBoundingClientRect()
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    // Behind a result, settings or names, which go first.
    const inFront = hit?.closest('.result.shown, .bar:has(.settings, .found)')
    if (inFront && !inFront.contains(each)) continue
    if (bottom - top < 44 || right - left < 44) say('is too small')
    if (reach < height * 0.4) say('is beyond the thumb')
    if (bottom > height - given.bottom) say('is under the bar of the system')
    if (left < 0 || right > width) say('is beside the screen')
    if (!(hit && (area.contains(hit) || hit.contains(area))))
      say(`is covered by ${hit?.outerHTML.slice(0, 80)}`)
  }
  window.scrollTo(0, 0)
  return { looked: all.length, beyond }
}
