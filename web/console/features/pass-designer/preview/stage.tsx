import { AppleBack, AppleFront } from '#wallet/apple-pass.tsx'
import { EditingContext, type Editing } from '#wallet/editing.ts'
import { GooglePass } from '#wallet/google-pass.tsx'
import type { PassView } from '#wallet/pass-view.ts'
import { Phone } from '#wallet/phone.tsx'
import styles from '#features/pass-designer/designer.module.css'
import type { Wallet } from '#features/pass-designer/checks/lint.ts'

type Props = { wallet: Wallet; view: PassView; editing: Editing }

/** The pass on a phone; each of its parts opens what there is to change. */
export function Stage({ wallet, view, editing }: Props) {
  return (
    <EditingContext value={editing}>
      <div className={styles.phones}>
        {wallet === 'apple' ? (
          <>
            <Phone label="Front of the pass" wallet="apple">
              <AppleFront view={view} />
            </Phone>
            <Phone label="Back of the pass" wallet="apple">
              <AppleBack view={view} />
            </Phone>
          </>
        ) : (
          <Phone label="The pass and its details" wallet="google">
            <GooglePass view={view} />
          </Phone>
        )}
      </div>
    </EditingContext>
  )
}
