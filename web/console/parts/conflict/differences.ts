import { fieldLabel } from '#contract/words/field-labels.ts'

/** Which side's value is kept; empty where somebody has yet to say. */
export type Pick = 'mine' | 'theirs' | ''

/** A field on which two saves differ. */
export type Difference = {
  readonly key: string
  readonly label: string
  readonly mine: string
  readonly theirs: string
  /** The side that changed it, where only one did. */
  readonly suggested: Pick
}

/** The three states that a conflict is about: what both started from, and what each made of it. */
export type Sides<Fields> = { readonly base: Fields; readonly mine: Fields; readonly theirs: Fields }

/** How the fields of a record are told. */
export type Words<Fields> = {
  /** What each is called; without it, as forms call it. */
  readonly labels?: Readonly<Partial<Record<keyof Fields, string>>>
  readonly wordsOf?: (fields: Fields, key: keyof Fields & string) => unknown
  /** Where words say less than there is: what two are compared by. */
  readonly sameBy?: (fields: Fields, key: keyof Fields & string) => unknown
}

/** The fields on which my save and theirs differ, in words. */
export function differencesIn<Fields extends object>(
  { base, mine, theirs }: Sides<Fields>,
  { labels, wordsOf = (fields, key) => fields[key], sameBy }: Words<Fields> = {},
): Difference[] {
  return (Object.keys(mine) as (keyof Fields & string)[]).flatMap((key) => {
    const isSame = (one: Fields, other: Fields) =>
      sameBy
        ? JSON.stringify(sameBy(one, key)) === JSON.stringify(sameBy(other, key))
        : inText(wordsOf(one, key)) === inText(wordsOf(other, key))
    if (isSame(mine, theirs)) return []
    const suggested: Pick = (isSame(mine, base) && 'theirs') || (isSame(theirs, base) && 'mine') || ''
    const label = Object(labels)[key] ?? fieldLabel([key]) ?? key
    return [{ key, label, mine: inText(wordsOf(mine, key)), theirs: inText(wordsOf(theirs, key)), suggested }]
  })
}

/** My save with those fields as they have them. */
export function withTheirs<Fields extends object>(
  mine: Fields,
  theirs: Fields,
  keys: ReadonlySet<string>,
): Fields {
  const taken = Object.entries(theirs).filter(([key]) => keys.has(key))
  return { ...mine, ...Object.fromEntries(taken) }
}

function inText(words: unknown): string {
  if (typeof words === 'boolean') return words ? 'Yes' : 'No'
  return [words].flat().join(' · ')
}
