import type { NodeHealth } from "./protocol.ts";

type Outcome = "ok" | "failed" | "aborted" | "busy" | "refused";

export type NodeMetrics = {
	request(): void;
	/** `work` is the name of the endpoint. */
	finished(work: string, outcome: Outcome): void;
	segment(seconds: number): void;
	/** Audio that was encoded. Less than what was sent, because recent encoded audio is reused. */
	encoded(seconds: number): void;
	firstClause(seconds: number): void;
	text(health: NodeHealth): string;
};

/** Counters in the Prometheus text format. */
export function createMetrics(): NodeMetrics {
	let requests = 0;
	let segments = 0;
	let audioSeconds = 0;
	let encodedSeconds = 0;
	let firstClauseSeconds = 0;
	const outcomes = new Map<string, number>();
	return {
		request() {
			requests++;
		},
		finished(work, outcome) {
			const labels = `work="${work}",outcome="${outcome}"`;
			outcomes.set(labels, (outcomes.get(labels) ?? 0) + 1);
		},
		segment(seconds) {
			segments++;
			audioSeconds += seconds;
		},
		encoded(seconds) {
			encodedSeconds += seconds;
		},
		firstClause(seconds) {
			firstClauseSeconds += seconds;
		},
		text({ queued, running, capacity, ready }) {
			return [
				"# TYPE timbre_speech_requests_total counter",
				`timbre_speech_requests_total ${requests}`,
				"# TYPE timbre_speech_outcomes_total counter",
				...Array.from(outcomes, ([labels, count]) => `timbre_speech_outcomes_total{${labels}} ${count}`),
				"# TYPE timbre_speech_segments_total counter",
				`timbre_speech_segments_total ${segments}`,
				"# TYPE timbre_speech_audio_seconds_total counter",
				`timbre_speech_audio_seconds_total ${audioSeconds.toFixed(3)}`,
				"# TYPE timbre_speech_encoded_seconds_total counter",
				`timbre_speech_encoded_seconds_total ${encodedSeconds.toFixed(3)}`,
				"# TYPE timbre_speech_first_clause_seconds_total counter",
				`timbre_speech_first_clause_seconds_total ${firstClauseSeconds.toFixed(6)}`,
				"# TYPE timbre_speech_queued gauge",
				`timbre_speech_queued ${queued}`,
				"# TYPE timbre_speech_running gauge",
				`timbre_speech_running ${running}`,
				"# TYPE timbre_speech_capacity gauge",
				`timbre_speech_capacity ${capacity}`,
				"# TYPE timbre_speech_ready gauge",
				`timbre_speech_ready ${ready ? 1 : 0}`,
				"",
			].join("\n");
		},
	};
}
