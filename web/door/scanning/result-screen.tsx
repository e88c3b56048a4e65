import { lazy } from 'react'
import { detailsLine } from '#contract/events/doors/door-list.ts'
import {
  canOverride,
  isRefusal,
  resultWords,
  type Door,
  type ScannedMember,
} from '#contract/events/event-scans.ts'
import { closedReasons } from '#contract/events/event-status.ts'
import type { Desk } from '#door/desk/desk.ts'
import { toneOf } from './feedback.ts'
import { undoScan } from './scanning.ts'
import type { LoggedScan } from '#door/desk/storage.ts'
import { loadLetIn, loadPhoto } from '#door/later.ts'
import { LaterPart } from '#door/later-part.tsx'

const LetInForm = lazy(loadLetIn)
const Photo = lazy(loadPhoto)

type Props = {
  desk: Desk
  door: Door
  scan: LoggedScan | null
  isLooking: boolean
  hasFailed: boolean
  hasFlash: boolean
  onClear: () => void
  /** Somebody is busy with it: it stays. */
  onHold: () => void
}

/** What came of the last scan: it fills the screen, to be seen from a metre away in the dark, until it clears itself. */
export function ResultScreen(props: Props) {
  const { door, scan, isLooking, hasFailed } = props
  const shown = isLooking || scan?.IsUndone ? null : scan
  return (
    <section
      className={shown ? 'result shown' : 'result'}
      data-tone={shown ? toneOf(shown.Result) : 'none'}
      aria-label="Result"
      aria-live="assertive"
    >
      {shown ? (
        <Shown key={shown.ScanId} {...props} scan={shown} />
      ) : (
        <Idle door={door} isUndone={scan !== null} isLooking={isLooking} hasFailed={hasFailed} />
      )}
    </section>
  )
}

function Shown({ desk, door, scan, hasFlash, onClear, onHold }: Props & { scan: LoggedScan }) {
  const { Result, Reason, Member, isWaiting, IsLetInTwice } = scan
  const mayLetIn = Result === 'Full' || (door.CanOverride && canOverride(scan))
  return (
    <div className="told" data-flash={hasFlash || undefined}>
      <div className="said">
        <p className="word">{resultWords[Result]}</p>
        {Member && <Who desk={desk} member={Member} />}
        {Reason && Result !== 'Valid' && <p className="reason">{Reason}</p>}
        {IsLetInTwice && <p className="reason">Another door let them in as well.</p>}
        {isWaiting && <p className="reason">Decided by this device, offline.</p>}
      </div>
      {!isWaiting && mayLetIn && (
        <LaterPart>
          <LetInForm desk={desk} scan={scan} onAsk={onHold} />
        </LaterPart>
      )}
      <div className="tools">
        {!isRefusal(Result) && (
          <button type="button" className="button" onClick={() => void undoScan(desk, scan)}>
            Undo
          </button>
        )}
        <button type="button" className="button" onClick={onClear}>
          Next
        </button>
      </div>
    </div>
  )
}

type IdleProps = { door: Door; isUndone: boolean; isLooking: boolean; hasFailed: boolean }

function Idle({ door, isUndone, isLooking, hasFailed }: IdleProps) {
  if (isLooking) return <p className="word">Looking…</p>
  const closed = closedReasons[door.Event.EventStatus]
  const idle = closed ? resultWords.EventNotOpen : 'Ready to scan'
  const reason = hasFailed ? 'This device has no room to keep it. Make some, or take another device.' : closed
  return (
    <>
      <p className="word">{hasFailed ? 'Not scanned' : isUndone ? 'Undone' : idle}</p>
      {!isUndone && reason && <p className="reason">{reason}</p>}
    </>
  )
}

function Who({ desk, member }: { desk: Desk; member: ScannedMember }) {
  const { FirstName, LastName, MemberLevelDescription, MembershipNumber: number, PhotoId } = member
  const details = detailsLine({ number, suburb: null, birthYear: member.BirthYear })
  return (
    <>
      {PhotoId && (
        <LaterPart>
          <Photo key={PhotoId} desk={desk} photoId={PhotoId} name={`${FirstName} ${LastName}`} />
        </LaterPart>
      )}
      <p className="who">
        <span>
          {FirstName} {LastName}
        </span>
        {MemberLevelDescription && <span className="level">{MemberLevelDescription}</span>}
      </p>
      {details && <p className="details">{details}</p>}
    </>
  )
}
