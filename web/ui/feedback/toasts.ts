import { notifications, notificationsStore } from '@mantine/notifications'
import { createElement } from 'react'
import { requestIdIn } from '#contract/words/fault-words.ts'
import { UndoLine } from '#ui/form/undo-line.tsx'

const SUCCESS_MS = 2_000
const ERROR_MS = 5_000
const UNDO_MS = 60_000

/** Calls once, at the first of them. */
export function whenSaid(call: () => void): void {
  const stop = notificationsStore.subscribe(() => {
    stop()
    call()
  })
}

/** Short messages at the top of the page that go by themselves. */
export const toasts = {
  /** Says for two seconds that something worked. */
  success(text: string) {
    notifications.show({ message: text, color: 'green.8', autoClose: SUCCESS_MS })
  },

  /** Says that something worked and, for a minute, offers to take it back; at the foot of the page, out of the way. */
  undoable(text: string, undo: () => void) {
    const id = notifications.show({
      message: createElement(UndoLine, { text, onUndo: press }),
      color: 'green.8',
      autoClose: UNDO_MS,
      position: 'bottom-center',
    })
    function press() {
      notifications.hide(id)
      undo()
    }
  },

  /** Says for five seconds what failed, and the detail of it if there is one; one with an id to quote stays until it is closed. */
  error(text: string, detail?: string) {
    const content = detail ? { title: text, message: detail } : { message: text }
    const isQuoted = requestIdIn(detail ?? text) !== null
    notifications.show({ ...content, color: 'red', autoClose: !isQuoted && ERROR_MS })
  },

  /** Takes all of them away. */
  clear() {
    notifications.clean()
  },
}
