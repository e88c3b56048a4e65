import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asSuperuser, type OwnDatabase } from '#tests/backups.ts'
import { hubCommand } from '#tests/command.ts'
import { moveBench, rowsOfBusiness, suspend } from '#tests/records/moves.ts'

const bench = moveBench()
const file = join(bench.folder, 'valley.hub')
let source: OwnDatabase
let target: OwnDatabase
beforeAll(async () => {
  source = await bench.demo()
  await suspend(source, 'valley-golf')
  await asSuperuser(source, (client) => client.query(picture('valley-golf')))
  await bench.exports('valley-golf', source, file)
  target = await bench.migrated()
})
afterAll(() => bench.close())

const other = join(bench.folder, 'other.hub')
const picture = (id: string) =>
  `insert into file (business_id, file_id, type, content) values ('${id}', 'the-picture', 'image/png', '')`
const said = async (outcome: Promise<{ code: number; complained: string }>) => {
  const { code, complained } = await outcome
  return [code, complained]
}
const isEmpty = async () => {
  const { rows } = await asSuperuser(target, (client) =>
    client.query(
      `select (select count(*)::int from business) as businesses, (select count(*)::int from member) as members,
        (select count(*)::int from identity.account where email like '%@valley%') as accounts`,
    ),
  )
  expect(rows).toEqual([{ businesses: 0, members: 0, accounts: 0 }])
}

describe('an export is refused', () => {
  test.each<[string, string, RegExp]>([
    ['of what is not there', 'nowhere', /^There is no business with the id nowhere\.$/],
    ['of one that is open', 'harbourside', /^Harbourside Leagues Club is open: suspend it first/],
  ])('%s', async (_what, id, sentence) => {
    expect(await said(bench.exports(id, source, other))).toEqual([1, expect.stringMatching(sentence)])
  })

  test('unless a copy is meant', async () => {
    const { code, said: words } = await bench.exports('summit-bowls', source, other, {}, '--copy')
    expect([code, words]).toEqual([0, expect.stringMatching(/It is open, and goes on here/)])
  })

  test('where it can not be put on record, and then there is no file', async () => {
    const silent = await bench.demo()
    await suspend(silent, 'valley-golf')
    await asSuperuser(silent, (client) =>
      client.query(`
        create function refuse() returns trigger language plpgsql as $$ begin raise 'nothing is recorded'; end $$;
        create trigger refusing before insert on audit_entry for each row execute function refuse()`),
    )
    const to = join(bench.folder, 'unrecorded.hub')
    expect(await said(bench.exports('valley-golf', silent, to))).toEqual([
      1,
      expect.stringMatching(/nothing is recorded/),
    ])
    expect(readdirSync(bench.folder).filter((name) => name.startsWith('unrecorded'))).toEqual([])
  })

  test('of one that is ended, whose ledger is wrong, or while a payment is taken in', async () => {
    const wrong = await bench.demo()
    const change = (statement: string) => asSuperuser(wrong, (client) => client.query(statement))
    await suspend(wrong, 'harbourside')
    await change(
      `select graphile_worker.add_job('check_payment', json_build_object('businessId', 'harbourside'))`,
    )
    const to = join(bench.folder, 'wrong.hub')
    expect(await said(bench.exports('harbourside', wrong, to))).toEqual([
      1,
      expect.stringMatching(/^1 job of Harbourside Leagues Club is under way/),
    ])
    await change(`delete from graphile_worker._private_jobs`)
    await change(`update ledger_account set balance = balance + 7 where kind = 'card'`)
    expect(await said(bench.exports('harbourside', wrong, to))).toEqual([
      1,
      expect.stringMatching(/^The ledger is WRONG, and was not exported:\n- harbourside: /),
    ])
    await change(
      `update business set standing = 'Ended', standing_since = now(), erase_at = now() + interval '1 day'`,
    )
    expect(await said(bench.exports('harbourside', wrong, to))).toEqual([
      1,
      expect.stringMatching(/^Harbourside Leagues Club is ended: take that back first/),
    ])
  })

  test.each<[string[], string, string]>([
    [[], '', 'Name the passphrase by --passphrase-file or by --stdin.'],
    [['--stdin'], 'too short', 'The passphrase must have 16 characters or more.'],
    [['--stdin'], 'one line of it\nand another one', 'The passphrase must be a single line.'],
  ])('with %j and “%s”', async (words, input, complained) => {
    const outcome = hubCommand(['export-business', 'valley-golf', ...words], bench.environment(source), input)
    expect(await outcome).toEqual({ code: 2, said: '', complained })
  })
})

describe('an import is refused, and has written nothing', () => {
  test.each<[string, (whole: Buffer) => Buffer]>([
    ['cut off', (whole) => whole.subarray(0, whole.length - 1000)],
    ['cut off at the end of a chunk', (whole) => whole.subarray(0, whole.length - 21)],
    ['of nothing', () => Buffer.alloc(0)],
    ['of something else', () => Buffer.from('no business of ours, and long enough for a beginning')],
    ['with a bit that flipped', (whole) => flipped(whole, Math.floor(whole.length / 2))],
    ['with another salt', (whole) => flipped(whole, 20)],
  ])('of a file %s', async (_what, change) => {
    writeFileSync(other, change(readFileSync(file)))
    expect(await said(bench.imports(other, target))).toEqual([
      1,
      expect.stringMatching(/damaged|no business that hub export-business wrote/),
    ])
    await isEmpty()
  })

  test('with another passphrase, or into a database of another secret', async () => {
    expect(await said(bench.imports(file, target, 'another passphrase, as long'))).toEqual([
      1,
      expect.stringMatching(/^The passphrase is not the one of/),
    ])
    expect(await said(bench.imports(file, source, undefined, 'a secret that never sealed anything'))).toEqual(
      [1, expect.stringMatching(/already|HUB_SECRET is not the one/)],
    )
    await isEmpty()
  })

  test('where the tables have another shape', async () => {
    const newer = await bench.migrated()
    await asSuperuser(newer, (client) => client.query(`insert into migration (name) values ('9999-later')`))
    expect(await said(bench.imports(file, newer))).toEqual([
      1,
      expect.stringMatching(/has another shape than this one \(9999-later\): bring both installations/),
    ])
  })

  test('where it is already', async () => {
    const before = await rowsOfBusiness(source, 'valley-golf')
    expect(await said(bench.imports(file, source, undefined, bench.secret))).toEqual([
      1,
      'There is a business with the id valley-golf here already (Valley Golf Club): nothing was imported.',
    ])
    expect(await rowsOfBusiness(source, 'valley-golf')).toEqual(before)
  })
})

const flipped = (whole: Buffer, at: number) => {
  const copy = Buffer.from(whole)
  copy[at]! ^= 1
  return copy
}

describe('what is taken is told', () => {
  const business = (id: string, abn: string) =>
    `insert into business (business_id, display_name, abn, state, postcode) values ('${id}', 'Another Club', '${abn}', 'NSW', '2000')`
  const account = (uid: string, email: string) =>
    `insert into identity.account (uid, email, display_name) values ('${uid}', '${email}', 'Somebody')`
  let users: { uid: string; email: string; abn: string }[]
  let abn: string
  beforeAll(() =>
    asSuperuser(source, async (client) => {
      const found = await client.query<{ uid: string; email: string; abn: string }>(
        `select u.uid, u.email, b.abn from business_user u join business b using (business_id)
         where business_id = 'valley-golf' order by 2`,
      )
      users = found.rows
      abn = users[0]!.abn
    }),
  )
  /** Tries it with something else in the way, and takes that away again. */
  const withInTheWay = async (...statements: string[]) => {
    const inTheWay = (each: readonly string[]) =>
      asSuperuser(target, async (client) => {
        for (const statement of each) await client.query(statement)
      })
    await inTheWay(statements)
    const { complained } = await bench.imports(file, target)
    await inTheWay([
      'delete from file',
      'delete from business_user',
      'delete from super_administrator',
      'delete from identity.account',
      'delete from erased_business',
      'delete from business',
    ])
    await isEmpty()
    return complained
  }

  test('an ABN, and an id that was erased', async () => {
    expect(await withInTheWay(business('another', abn))).toMatch(
      /^There is a business with the ABN \d+ of Valley Golf Club here already \(Another Club\): nothing/,
    )
    expect(await withInTheWay(`insert into erased_business values ('valley-golf')`)).toMatch(
      /^A business with the id valley-golf was erased here/,
    )
  })

  test('a user of another business, and an account with another address', async () => {
    const { uid, email } = users[0]!
    const user = `insert into business_user (business_id, uid, email, display_name)
      values ('another', 'other-uid', '${email}', 'Somebody')`
    expect(await withInTheWay(business('another', '51824753556'), account('other-uid', email), user)).toBe(
      `${email} (Another Club) is a user of another business here, and a person is a user of one: remove them in one of the two. Nothing was imported.`,
    )
    expect(await withInTheWay(account(uid, 'elsewhere@else.example'))).toBe(
      `The account of ${email} is here with another address: nothing was imported.`,
    )
  })

  test('a super administrator, whose account nobody of the business is to have a say in', async () => {
    const { email } = users[0]!
    const above = `insert into super_administrator (uid, email, display_name) values ('above', '${email}', 'Sue')`
    expect(await withInTheWay(account('above', email), above)).toBe(
      `${email} is a super administrator here, and no user of a business: remove them in one of the two. Nothing was imported.`,
    )
  })

  test('a key over all businesses', async () => {
    expect(await withInTheWay(business('another', '51824753556'), picture('another'))).toBe(
      "Something of this business is another's here already (file, file_by_id): nothing was imported.",
    )
  })

  test('but who has an account here keeps it, and is named by it in what comes', async () => {
    const { uid, email } = users[0]!
    await asSuperuser(target, (client) => client.query(account('their-own', email)))
    expect((await bench.imports(file, target)).said).toMatch(
      /1 of its users had an account here, and keeps it\./,
    )
    await asSuperuser(target, async (client) => {
      const { rows } = await client.query(
        `select a.uid, a.display_name, u.business_id from identity.account a join business_user u using (uid) where a.email = $1`,
        [email],
      )
      expect(rows).toEqual([{ uid: 'their-own', display_name: 'Somebody', business_id: 'valley-golf' }])
      const left = `select (select count(*)::int from business_user where uid = $1) as users,
        (select count(*)::int from identity.account where uid = $1) as accounts,
        (select count(*)::int from demo_access where id in ($1, 'their-own')) as demo`
      expect((await client.query(left, [uid])).rows).toEqual([{ users: 0, accounts: 0, demo: 0 }])
    })
  })
})
