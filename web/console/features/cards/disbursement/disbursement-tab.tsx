import { Button } from '@mantine/core'
import { IconBell, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useBusiness } from '#console/business.ts'
import { DownloadButton } from '#console/download-button.tsx'
import { useRead } from '#console/queries.ts'
import { disbursementApi, type DisbursementAccount } from '#contract/cards/disbursement.ts'
import { messages } from '#contract/messages.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { formatMoney } from '#ui/text/format.ts'
import { Money } from '#ui/text/money.tsx'
import { Panel, Panels } from '#ui/layout/panel.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { StatusBadge } from '#ui/feedback/status-badge.tsx'
import { DepositDialog } from './deposit-dialog.tsx'
import styles from './disbursement-tab.module.css'
import { DisbursementTransactions } from './disbursement-transactions.tsx'
import { LowBalanceDialog } from './low-balance-dialog.tsx'

/** The money a business gives out: what there is, what came in and went out. */
export function Tab() {
  const { BusinessId: businessId } = useBusiness()
  const params = { businessId }
  const { data, error, retry } = useRead(disbursementApi.getDisbursementAccount, { params })
  if (!data && error)
    return <ErrorState title={messages.generic.pageAreaError} detail={error.message} onRetry={retry} />
  return (
    <div className={styles.tab}>
      {data ? <Account account={data} /> : <Skeleton height="10rem" />}
      <Panel
        title="Transactions"
        action={
          <DownloadButton
            row={disbursementApi.exportDisbursementTransactions}
            input={{ params: { ...params, format: 'csv' } }}
            label="Download CSV"
            success="The transactions have been downloaded."
            failure="The transactions could not be downloaded."
          />
        }
      >
        <DisbursementTransactions />
      </Panel>
    </div>
  )
}

function Account({ account }: { account: DisbursementAccount }) {
  const [dialog, setDialog] = useState<'deposit' | 'notice' | null>(null)
  const close = () => setDialog(null)
  return (
    <Panels>
      <Panel
        title="Disbursement account"
        mark={account.IsLow && <StatusBadge color="orange">Low</StatusBadge>}
        action={
          <Button
            size="xs"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setDialog('deposit')}
          >
            Deposit
          </Button>
        }
      >
        <Facts
          facts={[
            ['Available', <Amount key="available" value={account.FundsAvailable} />],
            ['Held for cards', <Money key="held" value={account.FundsHeld} />],
            ['Account ID', account.AccountId],
          ]}
        />
      </Panel>
      <Panel
        title="Low-balance notice"
        action={
          <Button
            size="xs"
            variant="default"
            leftSection={<IconBell size={16} aria-hidden />}
            onClick={() => setDialog('notice')}
          >
            Change notice
          </Button>
        }
      >
        <p className={styles.notice}>{noticeInWords(account)}</p>
      </Panel>
      {dialog === 'deposit' && <DepositDialog account={account} onClose={close} />}
      {dialog === 'notice' && <LowBalanceDialog account={account} onClose={close} />}
    </Panels>
  )
}

function Amount({ value }: { value: number }) {
  return (
    <strong className={styles.amount}>
      <Money value={value} />
    </strong>
  )
}

function noticeInWords({ LowBalanceNotice: notice }: DisbursementAccount): string {
  return notice
    ? `${notice.EmailAddress} gets an e-mail when less than ${formatMoney(notice.Threshold)} is available.`
    : 'Nobody is told when the money runs low.'
}
