import { expect, test } from 'vitest'
import { maskedContact } from './masked-contact.ts'

test.each([
  ['jo@example.com', 'j•••@e•••.com'],
  ['jo@mail.example.com.au', 'j•••@m•••.au'],
  ['+61 491 570 006', '•••006'],
  ['12', '•••12'],
])('%s is shown as %s', (contact, shown) => {
  expect(maskedContact(contact)).toBe(shown)
})
