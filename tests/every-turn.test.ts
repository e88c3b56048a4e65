import { afterAll, beforeAll, expect, test } from 'vitest'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'

// Whatever recurs goes through the businesses one by one: with one of them out of order, all others have their turn.

let hub: TestHub
let businesses: string[]
beforeAll(async () => {
  hub = await startTestHub()
  await hub.tokenOf(people.admin)
  const { rows } = await hub.owner.query<{ id: string }>('select business_id as id from business')
  businesses = rows.map(({ id }) => id)
  await watchTurns()
})
afterAll(() => hub.close())

/** Has the database note whose rows are asked for, and fail whatever asks for those of the business out of order. */
async function watchTurns(): Promise<void> {
  await hub.owner.query('create table out_of_order (business_id text)')
  for (const id of businesses) await hub.owner.query(`create sequence "turn of ${id}"`)
  await hub.owner.query(`
    create function note_turn(id text) returns text language plpgsql stable security definer
      set search_path = public as $$
    begin
      if id = '*' then return id; end if;
      perform nextval(format('%I', 'turn of ' || id)::regclass);
      if exists (select from out_of_order where business_id = id) then raise exception '% is out of order', id; end if;
      return id;
    end $$`)
  const { rows } = await hub.owner.query<{ name: string }>(
    `select format('%I', tablename) as name from pg_policies where policyname = 'own_business'`,
  )
  for (const { name } of rows)
    await hub.owner.query(
      `alter policy own_business on ${name} using (business_id = note_turn(current_setting('app.business_id', true)))`,
    )
}

async function putOutOfOrder(id: string): Promise<void> {
  await hub.owner.query('delete from out_of_order')
  await hub.owner.query('insert into out_of_order values ($1)', [id])
  for (const each of businesses) await hub.owner.query(`alter sequence "turn of ${each}" restart`)
}

async function whoHadATurn(): Promise<string[]> {
  const had = []
  for (const id of businesses) {
    const { rows } = await hub.owner.query(`select is_called as "isCalled" from "turn of ${id}"`)
    if (rows[0].isCalled) had.push(id)
  }
  return had
}

const recurring = () => hub.schedule.map((line) => line.split(' ')[5]!)

// These look for what is left to do, in all businesses at once, and have found nothing here.
const lookFirst = new Set([
  'remove_expired',
  'find_unfinished_reloads',
  'resume_member_imports',
  'forget_old_imports',
  'seal_former_messages',
  'raise_left_pass_tags',
  'resume_pass_invitations',
  'resume_design_rollouts',
  'forget_door_lists',
  'erase_ended_businesses',
  'find_what_platform_lets_go',
  'measure_sizes',
  'begin_months',
])

// These may have much to do in a business: they go on where they were, behind the others of their lane.
const goInPieces = [
  'expire_holds',
  'keep_ledger_sums',
  'keep_record_sums',
  'send_renewal_reminders',
  'tell_standings',
  'count_trends',
  'expire_points',
  'expire_cards',
  'forget_contact_changes',
  'forget_old_notices',
  'forget_old_intents',
  'forget_abandoned_requests',
]

test('what goes in pieces has the turn of those alone who have something left', async () => {
  const one = businesses[1]!
  for (const task of goInPieces) {
    await putOutOfOrder('nobody')
    const left = [
      { businessId: one, after: '' },
      { businessId: 'gone-since', after: '' },
    ]
    await hub.tasks[task]!({ left } as never, { isLast: false })
    expect(await whoHadATurn(), task).toEqual([one])
  }
})

test('of everything that recurs, each business has its turn, whichever of them is out of order', async () => {
  for (const task of recurring()) {
    if (lookFirst.has(task)) continue
    for (const broken of [businesses[0]!, businesses.at(-1)!]) {
      await putOutOfOrder(broken)
      const done = hub.tasks[task]!({} as never, { isLast: false })
      await expect(done, task).rejects.toThrow('is out of order')
      expect(await whoHadATurn(), `${task} with ${broken} out of order`).toEqual(businesses)
    }
  }
})
