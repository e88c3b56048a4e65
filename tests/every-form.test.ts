import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const console = new URL('../web/console/', import.meta.url)

// Whoever draws a form of their own says here why nothing of it is kept; a dialog says so in its `withoutDraft`.
const excused: Readonly<Record<string, string>> = {
  'app/session/password-dialog.tsx': 'a password',
  'features/identity/second-step.tsx': 'a code',
  'features/identity/reset-card.tsx': 'one address, of nobody who is signed in',
  'features/identity/sign-in-card.tsx': 'a password',
  'features/identity/set-password-card.tsx': 'a password',
  'features/events/doors/door-kits-dialog.tsx': 'one short name',
}

const sources = globSync('**/*.tsx', { cwd: console }).map((path) => ({
  path,
  source: readFileSync(new URL(path, console), 'utf8'),
}))
const drawn = sources.filter(({ source }) => /\buseZodForm\(/.test(source))

test('every form keeps what was typed into it, or says why not', () => {
  expect(drawn.length).toBeGreaterThan(10)
  const forgotten = drawn.filter(({ path, source }) => !source.includes('formDraftOf(') && !(path in excused))
  expect(forgotten.map(({ path }) => path)).toEqual([])
})

test('who has a reason needs it', () => {
  const needless = Object.keys(excused).filter((path) =>
    drawn.every((form) => form.path !== path || form.source.includes('formDraftOf(')),
  )
  expect(needless).toEqual([])
})

test('no password, code or file is kept', () => {
  const secret = /PasswordField|type="password"|one-time-code|PictureField|FileField/
  const kept = sources.filter(({ source }) => /\b(keptAs|formDraftOf)\(/.test(source) && secret.test(source))
  expect(kept.map(({ path }) => path)).toEqual([])
})
