import type { Locator, Page } from '@playwright/test'
import { expect } from '#e2e/fixtures.ts'

/**
 * Does a task as somebody would and counts what it takes them: each press of the mouse or of a key that acts (Enter, a
 * shortcut), also one that only gives a field the focus; and each field that is filled in. Words to look somebody up by
 * are typed where the focus is, and fill in no field.
 */
export function counterOf(page: Page) {
  let presses = 0
  let fields = 0
  return {
    async press(target: Locator) {
      presses += 1
      await target.click()
    },
    async key(name: string) {
      presses += 1
      await page.keyboard.press(name)
    },
    look: (words: string) => page.keyboard.type(words),
    /** A field that has the focus by itself. */
    async fillFirst(field: Locator, value: string) {
      fields += 1
      await expect(field).toBeFocused()
      await field.fill(value)
    },
    async fill(field: Locator, value: string) {
      fields += 1
      presses += 1
      await field.click()
      await field.fill(value)
    },
    async choose(field: Locator, option: string) {
      fields += 1
      presses += 1
      await field.selectOption(option)
    },
    /** Claims that it took no more than this. */
    expectAtMost(most: { presses: number; fields: number }) {
      expect(presses, 'presses').toBeLessThanOrEqual(most.presses)
      expect(fields, 'fields').toBeLessThanOrEqual(most.fields)
    },
  }
}
