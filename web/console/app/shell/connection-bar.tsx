import { Loader } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useIsServerAway } from '#console/connection/connection.ts'
import { connectionWords } from '#contract/words/connection-words.ts'
import styles from './connection-bar.module.css'

/** Says so while the server can't be reached, and reads the page again once it can. */
export function ConnectionBar() {
  const isAway = useIsServerAway()
  const wasAway = useRef(false)
  const client = useQueryClient()
  useEffect(() => {
    if (wasAway.current && !isAway) void client.invalidateQueries()
    wasAway.current = isAway
  }, [client, isAway])
  return (
    <div role="status" className={styles.place}>
      {isAway && (
        <div className={styles.bar}>
          <Loader size={14} aria-hidden /> {connectionWords.away}
        </div>
      )}
    </div>
  )
}
