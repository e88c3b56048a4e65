import { use, type DragEvent, type KeyboardEvent, type ReactNode } from 'react'
import { EditingContext, type Editing, type PassList } from './editing.ts'
import styles from './part.module.css'

type Props = {
  /** Where it is in the document. */
  path: string
  /** What it is: 'Logo text'. */
  name: string
  /** What it says; nothing is shown of it while it says nothing. */
  text: string
  className?: string | undefined
  /** The paths of its neighbours, where it is one of a list that can be put in another order. */
  before?: string | undefined
  after?: string | undefined
  children: ReactNode
}

/** A part of a pass: while the pass is designed, a button that opens what there is to change. */
export function Part({ path, name, text, className = '', before, after, children }: Props) {
  const editing = use(EditingContext)
  if (!editing) return text === '' ? null : <span className={className}>{children}</span>
  const isOfList = before !== undefined || after !== undefined
  const button = (
    <button
      type="button"
      className={`${styles.part} ${className}`}
      aria-pressed={editing.selected === path}
      data-path={path}
      onClick={() => editing.select(path)}
      onKeyDown={(event) => moveByKey(event, editing, path, before, after)}
    >
      {text === '' ? (
        <span className={styles.empty}>
          {name}
          <span className={styles.unseen}>, empty</span>
        </span>
      ) : (
        <>
          <span className={styles.unseen}>{name}: </span>
          {children}
        </>
      )}
    </button>
  )
  return isOfList ? (
    <Draggable path={path} editing={editing}>
      {button}
    </Draggable>
  ) : (
    button
  )
}

function moveByKey(event: KeyboardEvent, editing: Editing, path: string, before?: string, after?: string) {
  const to =
    event.altKey && { ArrowUp: before, ArrowLeft: before, ArrowDown: after, ArrowRight: after }[event.key]
  if (!to) return
  event.preventDefault()
  editing.move(path, to)
  document.querySelector<HTMLElement>(`[data-path="${to}"]`)?.focus()
}

const dragType = 'application/x-pass-part'

/** A part that is put elsewhere in its list by dragging it onto another. */
function Draggable({ path, editing, children }: { path: string; editing: Editing; children: ReactNode }) {
  const allow = (event: DragEvent) => event.dataTransfer.types.includes(dragType) && event.preventDefault()
  return (
    <span
      className={styles.draggable}
      draggable
      onDragStart={(event) => event.dataTransfer.setData(dragType, path)}
      onDragEnter={allow}
      onDragOver={allow}
      onDrop={(event) => {
        event.preventDefault()
        editing.move(event.dataTransfer.getData(dragType), path)
      }}
    >
      {children}
    </span>
  )
}

/** The place where something can be added, there only while the pass is designed. */
export function AddPart({
  list,
  name,
  className = '',
}: {
  list: PassList
  name: string
  className?: string
}) {
  const editing = use(EditingContext)
  if (!editing) return null
  return (
    <button type="button" className={`${styles.add} ${className}`} onClick={() => editing.add(list)}>
      + {name}
    </button>
  )
}
