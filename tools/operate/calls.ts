import { deepStrictEqual, strictEqual } from 'node:assert'
import type pg from 'pg'
import { api } from '#contract'
import type { Endpoint } from '#contract/endpoint.ts'
import { demoPassword } from '#server/demo/access'
import { people } from '#tests/hub.ts'
import { eventFields, scanOf } from '#tests/records/events.ts'

type Input = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
}
type Session = { readonly token: string; readonly cookie: string }
export type Answer = { readonly status: number; readonly text: string }

const json = 'application/json'

/** Signs an account of the demo in. */
export async function signIn(url: string, email: string): Promise<Session> {
  const answer = await fetch(new URL(api.signIn.path, url), {
    method: 'POST',
    headers: { 'content-type': json },
    body: JSON.stringify({ email, password: demoPassword }),
  })
  strictEqual(answer.status, 200, `${email} can't sign in: ${answer.status}`)
  const cookie = answer.headers.getSetCookie().map((each) => each.split(';')[0])
  return { token: ((await answer.json()) as { token: string }).token, cookie: cookie.join('; ') }
}

/** Ends a session. */
export async function signOut(url: string, { cookie }: Session): Promise<void> {
  const { origin } = new URL(url)
  const answer = await fetch(new URL(api.signOut.path, url), { method: 'POST', headers: { cookie, origin } })
  strictEqual(answer.ok, true, `signing out answered ${answer.status}`)
}

export async function call(
  url: string,
  row: Endpoint,
  session: Session | null,
  { params = {}, query = {}, body, headers }: Input = {},
): Promise<Answer> {
  const path = row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? name),
  )
  const address = new URL(path, url)
  address.search = new URLSearchParams(query).toString()
  const answer = await fetch(address, {
    method: row.method,
    headers: {
      ...headers,
      ...(session && { authorization: `Bearer ${session.token}` }),
      ...(body !== undefined && { 'content-type': json }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, text: await answer.text() }
}

const harbourside = { businessId: 'harbourside' }
const valleyGolf = { businessId: 'valley-golf' }

type Known = { readonly id: string; readonly number: string }

/** Those of a club who may come in. */
export async function membersOf(superuser: pg.Client, businessId: string): Promise<Known[]> {
  const { rows } = await superuser.query<Known>(
    `select member_id as id, membership_number as number from member
     where business_id = $1 and deleted_at is null and status = 'Active' and date_financial > current_date + 1 order by 1`,
    [businessId],
  )
  return rows
}

/** An event of Harbourside that is on. */
export async function openEvent(url: string, admin: Session): Promise<string> {
  const made = await call(url, api.createEvent, admin, {
    params: harbourside,
    body: eventFields({ LetsSuspendedIn: true }),
  })
  const { id: eventId } = JSON.parse(made.text) as { id: string }
  const params = { ...harbourside, eventId, status: 'publish' }
  strictEqual((await call(url, api.setEventStatus, admin, { params })).status, 200)
  return eventId
}

/** So many callers at once, each of whom does in turn what a club does, of two clubs: all of it is answered, and right. */
export async function serveCrowd(url: string, superuser: pg.Client, callers: number): Promise<void> {
  const [admin, other, door] = await Promise.all(
    [people.admin, people.otherAdmin, people.door].map((email) => signIn(url, email)),
  )
  const ours = await membersOf(superuser, 'harbourside')
  const theirs = await membersOf(superuser, 'valley-golf')
  const eventId = await openEvent(url, admin!)
  // Of this crowd: there may have been others.
  const note = `In a crowd at ${eventId}`
  const turn = async (caller: number) => {
    const member = ours[caller % ours.length]!
    const points = { ...harbourside, memberId: member.id, pointsTypeId: 'Points' }
    const award = { Note: note, PointsByQuantity: 1, PointsByDollarValue: 0.01 }
    const foreign = { ...harbourside, memberId: theirs[caller % theirs.length]!.id }
    return {
      award: await call(url, api.awardPoints, admin!, { params: points, body: award }),
      list: await call(url, api.listMembers, admin!, { params: harbourside }),
      scan: await call(url, api.recordScans, door!, {
        params: { ...harbourside, eventId },
        body: scanOf(member.number),
      }),
      otherList: await call(url, api.listMembers, other!, { params: valleyGolf }),
      otherFile: await call(url, api.exportMembers, other!, { params: valleyGolf }),
      foreign: await call(url, api.getMember, admin!, { params: foreign }),
      intruder: await call(url, api.listMembers, other!, { params: harbourside }),
    }
  }
  const turns = await Promise.all(Array.from({ length: callers }, (_, caller) => turn(caller)))
  for (const answers of turns) requireRight(answers)
  await requireOwn(superuser, turns)
  const { rows } = await superuser.query<{ awards: number; scans: number }>(
    `select (select count(*)::int from ledger_transaction where note = $1) as awards,
       (select count(*)::int from event_scan where event_id = $2 and result = 'Valid') as scans`,
    [note, eventId],
  )
  deepStrictEqual(rows[0], { awards: callers, scans: callers })
}

type Turn = Record<'award' | 'list' | 'scan' | 'otherList' | 'otherFile' | 'foreign' | 'intruder', Answer>

function requireRight({ foreign, intruder, ...answers }: Turn): void {
  for (const [name, { status, text }] of Object.entries(answers)) strictEqual(status, 200, `${name}: ${text}`)
  strictEqual(foreign.status, 404, `a member of another club: ${foreign.text}`)
  strictEqual(intruder.status, 404, `another club's list: ${intruder.text}`)
  strictEqual((JSON.parse(answers.scan.text) as { Result: string }).Result, 'Valid', answers.scan.text)
}

/** Every member in a list or a file is one of the club's that asked, and in the file are all of them. */
async function requireOwn(superuser: pg.Client, turns: readonly Turn[]): Promise<void> {
  const { rows } = await superuser.query<{ id: string; club: string }>(
    `select member_id as id, business_id as club from member where deleted_at is null`,
  )
  const clubOf = new Map(rows.map(({ id, club }) => [id, club]))
  const clubsIn = ({ text }: Answer) => {
    const { Results } = JSON.parse(text) as { Results: { id: string }[] }
    return [...new Set(Results.map(({ id }) => clubOf.get(id)))]
  }
  const count = rows.filter(({ club }) => club === valleyGolf.businessId).length
  for (const { list, otherList, otherFile } of turns) {
    deepStrictEqual([clubsIn(list), clubsIn(otherList)], [['harbourside'], ['valley-golf']])
    // Below the line of the columns' names.
    strictEqual(otherFile.text.trimEnd().split('\r\n').length - 1, count)
  }
}
