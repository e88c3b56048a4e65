export { markOfDatabase, type Standing, standingOfReplica } from './freshness.ts'
export { openReplicas, type Replicas, type ReplicaState } from './replicas.ts'
export { markWrites, wroteAtOf } from './own-writes.ts'
