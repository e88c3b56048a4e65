import { toasts } from '#ui/feedback/toasts.ts'
import type { Answer } from '#web/api-client.ts'

/** Opens a form in a tab of its own, once the server has started it. */
export async function openAtDesk<Data extends { Url: string }>(
  start: () => Promise<Answer<Data>>,
): Promise<Answer<Data>> {
  // At once, while the browser knows that somebody pressed: later it would take it for an advertisement.
  const tab = window.open('', '_blank')
  const answer = await start()
  if (!answer.ok) tab?.close()
  else {
    const { pathname, hash } = new URL(answer.data.Url)
    const url = `${location.origin}${pathname}${hash}`
    if (tab) {
      // What patrons see has no business with the console.
      tab.opener = null
      tab.location.replace(url)
    } else
      toasts.error('The browser keeps new tabs from opening.', 'Allow them for this page, and press again.')
  }
  return answer
}
