import { useState } from 'react'
import type { FlowProps } from './calls.ts'
import { EndPage } from './end-page.tsx'
import { IdentityStep } from './identity-step.tsx'
import { PayPage } from './pay-page.tsx'
import { Button, NoticeBox, PatronShell, Waiting } from '#patron/kit/shell.tsx'
import { StepsPage } from '#patron/steps/steps-page.tsx'
import { useFlow } from './use-flow.ts'
import { dropSecret, type Visit } from './visit.ts'

/** From the first question to the end page, wherever the session stands. */
export function RequestFlow({ calls, form: loaded, visit }: FlowProps & { visit: Visit }) {
  // The business may change it while it is filled in.
  const [form, setForm] = useState(loaded)
  const { flow, failure, isOpening, open, change } = useFlow(calls, visit)
  const given = { calls, form }
  if (isOpening)
    return (
      <PatronShell club={form} title={form.DisplayName}>
        <Waiting text="One moment…" />
      </PatronShell>
    )
  const notice = failure && <NoticeBox kind="warning">{failure}</NoticeBox>
  if (!flow && form.Kind === 'Renewal' && !visit.isPreview)
    return <IdentityStep {...given} notice={notice} onKnown={(secret) => void open(secret)} />
  if (flow?.session.RefusedBecause)
    return (
      <PatronShell club={form} title={form.DisplayName}>
        <NoticeBox kind="warning">{flow.session.RefusedBecause}</NoticeBox>
        <StartAgain formId={visit.formId} />
      </PatronShell>
    )
  if (!flow || flow.session.NextStep === 'User Started')
    return (
      <StepsPage
        {...given}
        flow={flow}
        notice={notice}
        isPreview={visit.isPreview}
        onChange={change}
        onForm={setForm}
      />
    )
  if (flow.session.NextStep === 'Payment Required')
    return <PayPage {...given} flow={flow} hasPaid={visit.hasPaid} onChange={change} />
  return <EndPage {...given} flow={flow} onChange={change} again={<StartAgain formId={visit.formId} />} />
}

function StartAgain({ formId }: { formId: string }) {
  return (
    <Button
      kind="plain"
      onPress={() => {
        dropSecret(formId)
        location.assign(location.pathname)
      }}
    >
      Start a new one
    </Button>
  )
}
