import { detailsLine } from '#contract/events/doors/door-list.ts'
import { mostGuestsCounted } from '#contract/events/doors/door-search.ts'
import type { Desk } from '#door/desk/desk.ts'
import { type Named, useGuestSearch } from './guest-search.ts'

type Props = {
  desk: Desk
  words: string
  /** Somebody leaves: they are among those who are in. */
  isOut?: boolean
  onChoose: (id: string) => void
}

/** The members of a name, of whom one is chosen. */
export default function FoundGuests({ desk, words, isOut = false, onChoose }: Props) {
  return <FoundList named={useGuestSearch(desk, words, isOut ? 'Out' : 'In')} onChoose={onChoose} />
}

export function FoundList({ named, onChoose }: { named: Named } & Pick<Props, 'onChoose'>) {
  const { guests, found, nobody } = named
  return (
    <ul className="found" aria-label="Members on the list">
      {guests.map(({ id, name, level, details }) => (
        <li key={id}>
          <button type="button" onClick={() => onChoose(id)}>
            <span>
              {name}
              <small>{detailsLine(details)}</small>
            </span>
            {level && <span className="level">{level}</span>}
          </button>
        </li>
      ))}
      {guests.length === 0 && <li className="none">{nobody}</li>}
      {found > guests.length && <li className="none">{moreWords(found - guests.length, found)}</li>}
    </ul>
  )
}

function moreWords(more: number, found: number): string {
  const count = found < mostGuestsCounted ? `${more}` : `more than ${more}`
  return `And ${count} more: type more of the name.`
}
