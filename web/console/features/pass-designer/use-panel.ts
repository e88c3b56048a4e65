import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { PassImageType } from '#contract/passes/pass-images.ts'
import type { Editing } from '#wallet/editing.ts'
import { valueAt } from '#features/pass-designer/draft/document-path.ts'
import type { Designing } from '#features/pass-designer/draft/use-designing.ts'

/** What is open beside the preview. */
export type OpenPanel =
  | { readonly kind: 'field'; readonly path: string }
  | { readonly kind: 'settings' }
  | { readonly kind: 'theme'; readonly image: PassImageType | null }

export type Panel = ReturnType<typeof usePanel>

/** Opens and closes the panel beside the preview, with the focus going there and back. */
export function usePanel(designing: Designing) {
  const [panel, setPanel] = useState<OpenPanel | null>(null)
  const origin = useRef<HTMLElement | null>(null)
  // What was open may have been undone.
  const open = panel && isThere(panel, designing) ? panel : null

  function show(next: OpenPanel) {
    if (!hasFocus()) origin.current = document.activeElement as HTMLElement
    flushSync(() => setPanel(next))
    element()
      ?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"], input, textarea, select')
      ?.focus()
    // On a phone the panel lies over the page.
    document.querySelector('[data-path][aria-pressed="true"]')?.scrollIntoView({ block: 'nearest' })
  }
  const showField = (path: string) => show({ kind: 'field', path })
  const select = (path: string) => setPanel({ kind: 'field', path })

  function close() {
    const hadFocus = hasFocus()
    setPanel(null)
    if (!hadFocus) return
    if (origin.current?.isConnected) origin.current.focus()
    else document.querySelector('main')?.focus()
  }
  function move(path: string, to: string) {
    designing.move(path, to)
    if (open?.kind === 'field' && open.path === path) select(to)
  }

  const editing: Editing = {
    selected: open?.kind === 'field' ? open.path : null,
    select: showField,
    add: (list) => showField(designing.add(list)),
    move,
  }
  return {
    open,
    close,
    editing,
    show: showField,
    showImage: (image: PassImageType) => show({ kind: 'theme', image }),
    showSettings: () => show({ kind: 'settings' }),
    showTheme: () => show({ kind: 'theme', image: null }),
    /** The design, with a panel that follows what is moved and closes over what is removed. */
    designing: {
      ...designing,
      move,
      remove(path: string) {
        close()
        designing.remove(path)
      },
    },
  }
}

/** Marks the panel that is open. */
export const panelId = 'designer-panel'

const element = () => document.querySelector<HTMLElement>(`#${panelId}`)
const hasFocus = () => element()?.contains(document.activeElement) ?? false

function isThere(panel: OpenPanel, { document: design }: Designing): boolean {
  if (panel.kind !== 'field' || panel.path === 'BusinessNameOverride') return true
  return (valueAt(design, panel.path) ?? null) !== null
}
