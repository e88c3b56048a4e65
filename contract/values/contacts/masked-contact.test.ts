import { expect, test } from 'vitest'
import { maskedContact } from './masked-contact.ts'

test.each([
  ['jo@example.com', 'j•••@e•••.com'],
  ['jo@mail.example.com.au', 'j•••@m•••.au'],
  ['@example', '•••@e•••'],
  ['+61 491 570 006', '04•• ••• •06'],
  ['0491570006', '04•• ••• •06'],
  ['+64 21 123 45', '•••• ••• •45'],
])('%s is shown as %s', (contact, shown) => {
  expect(maskedContact(contact)).toBe(shown)
})
