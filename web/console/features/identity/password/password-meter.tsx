import { Text } from '@mantine/core'
import styles from './password-meter.module.css'
import { strengthOf } from './password-strength.ts'

/** Says while somebody types how good their password looks. */
export function PasswordMeter({ password, known }: { password: string; known: readonly string[] }) {
  const { level, word } = strengthOf(password, known)
  return (
    <div>
      <div className={styles.bar} data-level={level} aria-hidden />
      <Text component="output" display="block" size="sm" c="dimmed" mt={4}>
        {password === '' ? 'Several words are easily kept in mind, and hard to guess.' : `${word} password`}
      </Text>
    </div>
  )
}
