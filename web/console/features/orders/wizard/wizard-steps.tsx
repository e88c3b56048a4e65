import { messages } from '#contract/messages.ts'
import styles from './wizard.module.css'

/** The three steps, and which of them one is at. */
export function WizardSteps({ step }: { step: number }) {
  return (
    <ol className={styles.steps} aria-label="Steps">
      {messages.cardOrders.steps.map((name, index) => {
        const number = index + 1
        return (
          <li
            key={name}
            className={styles.step}
            aria-current={number === step ? 'step' : undefined}
            data-done={number < step || undefined}
          >
            <span className={styles.number}>{number}</span> <span className={styles.name}>{name}</span>
          </li>
        )
      })}
    </ol>
  )
}
