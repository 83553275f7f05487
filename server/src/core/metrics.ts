import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";

export function createMetrics(role: string) {
	const registry = new Registry();
	registry.setDefaultLabels({ role });
	collectDefaultMetrics({ register: registry });
	return {
		registry,
		requests: new Counter({
			name: "timbre_http_requests_total",
			help: "Responses by operation and status",
			labelNames: ["operation", "status"],
			registers: [registry],
		}),
		duration: new Histogram({
			name: "timbre_http_seconds",
			help: "Seconds until the response started",
			labelNames: ["operation"],
			buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
			registers: [registry],
		}),
		characters: new Counter({
			name: "timbre_characters_delivered_total",
			help: "Characters whose audio was delivered",
			labelNames: ["model"],
			registers: [registry],
		}),
		requestLogDropped: new Counter({
			name: "timbre_request_log_dropped_total",
			help: "Requests missing from the request log because the database was slow or unavailable",
			registers: [registry],
		}),
		firstAudio: new Histogram({
			name: "timbre_first_audio_seconds",
			help: "Seconds from the request to its first audio byte",
			labelNames: ["model"],
			buckets: [0.05, 0.1, 0.25, 0.5, 1, 1.5, 2.5, 5, 10],
			registers: [registry],
		}),
	};
}

export type Metrics = ReturnType<typeof createMetrics>;
