import { notifications } from '@mantine/notifications'

const SUCCESS_MS = 2_000
const ERROR_MS = 5_000

/** Short messages at the top of the page that go by themselves. */
export const toasts = {
  /** Says for two seconds that something worked. */
  success(text: string) {
    notifications.show({ message: text, color: 'green.8', autoClose: SUCCESS_MS })
  },

  /** Says for five seconds what failed, and the detail of it if there is one. */
  error(text: string, detail?: string) {
    const content = detail ? { title: text, message: detail } : { message: text }
    notifications.show({ ...content, color: 'red', autoClose: ERROR_MS })
  },
}
