import { api } from '#contract'
import type { TestHub } from '#tests/hub.ts'

const walletTasks = ['raise_pass_tags', 'roll_out_design', 'tell_wallets']

/** Carries out the jobs that wait and have to do with wallets, and those that they start. */
export async function tellWallets(hub: TestHub): Promise<void> {
  const { rows } = await hub.owner.query<{ task: string; payload: object }>(
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
     where t.id = j.task_id and t.identifier = any($1) returning t.identifier as task, j.payload`,
    [walletTasks],
  )
  for (const { task, payload } of rows) await hub.tasks[task]!(payload as never, { isLast: false })
  if (rows.length > 0) await tellWallets(hub)
}

/** Lets the time pass for which wallets aren't told of what they couldn't be told. */
export async function letPass(hub: TestHub): Promise<void> {
  await hub.owner.query(`update wallet_news set not_before = now() where not_before is not null`)
}

/** The pass that somebody downloads with the key that they hold it by. */
export async function downloadPass(hub: TestHub, holderKey: string) {
  const answer = await hub.app.inject({
    method: 'GET',
    url: api.getApplePass.path.replace('{code}', holderKey),
  })
  return { status: answer.statusCode, headers: answer.headers, pkpass: answer.rawPayload }
}
