import { lazy, type ReactNode, Suspense } from 'react'
import type { PatronSession, PublicForm } from '#contract/requests/patron.ts'
import { CheckStep } from './check-step.tsx'
import { ContactStep } from './contact-step.tsx'
import { MembershipStep } from './membership-step.tsx'
import { PersonStep } from './person-step.tsx'
import { ProofStep } from './proof.tsx'
import type { FlowProps } from '#patron/request/calls.ts'
import {
  Button,
  Buttons,
  longDate,
  money,
  NoticeBox,
  Progress,
  PatronShell,
  Waiting,
  Words,
} from '#patron/kit/shell.tsx'
import { totalOfRequest } from '#patron/request/total.ts'
import type { Flow } from '#patron/request/use-flow.ts'
import { today } from './steps.ts'
import { useSteps } from './use-steps.ts'

type Props = FlowProps & {
  flow: Flow | null
  notice: ReactNode
  isPreview: boolean
  onChange: (session: PatronSession, secret: string) => void
  onForm: (form: PublicForm) => void
}

const contents = {
  membership: MembershipStep,
  person: PersonStep,
  contact: ContactStep,
  // Files and signatures take more than most forms need.
  questions: lazy(() => import('#patron/questions/questions-step.tsx')),
  check: CheckStep,
}

/** The questions, a few at a time, each step saved as one goes on. */
export function StepsPage(props: Props) {
  const { calls, form, flow, notice, isPreview, onChange } = props
  const { element, ...at } = useSteps(props)
  const Content = contents[at.step.name]
  const isFirst = at.index === 0
  const isProven = flow?.session.IsProven ?? true
  const heading = isFirst ? form.DisplayName : at.step.title
  const { total } = totalOfRequest(form, at.answers)
  const paysNow = total > 0 && form.PaymentMode !== 'None'
  const send = paysNow ? `Continue to pay ${money(total)}` : 'Send'
  return (
    <PatronShell club={form} title={heading} turn={`${at.index} ${isProven}`}>
      <Progress step={at.index} steps={at.steps.map(({ title }) => title)} />
      {isFirst && <Words text={form.Introduction} />}
      {isFirst && notice}
      {flow && <Known flow={flow} isFirst={isFirst} />}
      {at.failure && <NoticeBox kind="error">{at.failure}</NoticeBox>}
      <form noValidate ref={element} onSubmit={(event) => void at.goOn(event)}>
        <Suspense fallback={<Waiting text="One moment…" />}>
          <Content
            calls={calls}
            form={form}
            secret={flow?.secret ?? null}
            files={flow?.session.Files ?? []}
            answers={at.answers}
            onFile={flow?.session.OnFile ?? null}
            offered={flow?.session.OfferedTypes ?? null}
            errors={at.errors}
            change={at.change}
            during={at.during}
            goTo={at.goTo}
          />
        </Suspense>
        <Buttons>
          <Button type="submit" isBusy={at.isBusy} isDisabled={isPreview && at.isLast}>
            {at.isLast ? send : 'Continue'}
          </Button>
          {!isFirst && (
            <Button kind="plain" onPress={() => at.goTo(at.steps[at.index - 1]?.name ?? 'membership')}>
              Back
            </Button>
          )}
        </Buttons>
      </form>
      {flow && !isProven && isFirst && (
        <ProofStep calls={calls} form={form} flow={flow} onChange={onChange} />
      )}
    </PatronShell>
  )
}

function Known({ flow: { session }, isFirst }: { flow: Flow; isFirst: boolean }) {
  const { IsProven, Member, EarlierRequestDate, LinkSentTo } = session
  return (
    <>
      {Member && isFirst && !IsProven && (
        <NoticeBox kind="info">
          We have found the membership {Member.MembershipNumber}. You can renew it here.
        </NoticeBox>
      )}
      {Member && isFirst && IsProven && (
        <NoticeBox kind="info">
          Hello {Member.FirstName}. Your membership {Member.MembershipNumber}{' '}
          {runsUntil(Member.DateFinancial)} Next you see the details we have of you, and can change them.
        </NoticeBox>
      )}
      {EarlierRequestDate && (
        <NoticeBox kind="warning">
          An application in this name arrived on {longDate(EarlierRequestDate)}. You don’t need to send
          another.
        </NoticeBox>
      )}
      {LinkSentTo && !isFirst && (
        <p className="dim">Saved. With the link we sent to {LinkSentTo} you can come back at any time.</p>
      )}
    </>
  )
}

function runsUntil(day: string | null): string {
  if (day === null) return 'has no end date yet.'
  return `${day < today() ? 'ran' : 'runs'} until ${longDate(day)}.`
}
