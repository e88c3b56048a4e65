import { useLayoutEffect } from 'react'
import { businessPath, consolePaths } from '#contract/console-paths.ts'
import type { FormState } from '#ui/form/form-modal.tsx'
import { formDraftOf } from './draft.ts'
import { useFormDraft } from './use-draft.tsx'

type Fields = Record<string, unknown>

type Options = {
  /** Of which state of the record the dialog shows. */
  revision?: string | number | undefined
  /** What is chosen beside the fields, and gives them their meaning. */
  chosen?: readonly [string, (chosen: string) => void] | undefined
}

/**
 * The `draft` of a dialog's form: what was typed and not sent outlives the page, and is offered when the dialog is opened
 * again, wherever in the business. `name` says of what record it is. No form with a secret in it has one.
 */
export function keptAs(name: string, options: Options = {}) {
  return <Values extends Fields>(state: FormState<Values>) => (
    <DialogDraft name={`dialog ${name}`} state={state} {...options} />
  )
}

type Props<Values extends Fields> = Options & { name: string; state: FormState<Values> }

function DialogDraft<Values extends Fields>({ name, state, revision, chosen }: Props<Values>) {
  const draft = formDraftOf(name, state, revision)
  const { offer, drop } = useFormDraft(
    chosen
      ? {
          ...draft,
          base: { ...draft.base, [besides]: '' },
          values: { ...draft.values, [besides]: chosen[0] },
          restore: ({ [besides]: choice, ...changes }) => {
            if (typeof choice === 'string') chosen[1](choice)
            draft.restore(changes)
          },
        }
      : draft,
    placeNow(),
  )
  const { isSaved, isDiscarded } = state
  // Before the dialog goes, which may be at once.
  useLayoutEffect(() => {
    if (isDiscarded) drop()
  }, [isDiscarded, drop])
  return isSaved ? null : offer
}

const besides = '(chosen)'

/** The business, read from the address: some dialogs stand over all pages, where nobody knows their parameters. */
function placeNow(): string {
  const { pathname } = location
  if (!pathname.startsWith(`${consolePaths.businesses}/`)) return '/'
  return pathname.split('/').slice(0, businessPath.split('/').length).join('/')
}
