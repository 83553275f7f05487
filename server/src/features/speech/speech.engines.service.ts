import { AppError } from "@timbre/contract/errors.ts";
import type { SpeechClient } from "@timbre/engines/node/client.ts";
import type { EngineInfo } from "@timbre/engines/speech/engine-info.ts";

const freshMs = 60_000;

export type EngineFacts = (engine: string) => Promise<EngineInfo>;

/**
 * What the engines that really run say of themselves: the exact version that names every sound, and what they can be told. Asked once a
 * minute and in the background, so that no request waits for it but the first.
 */
export function createEngineFacts(speech: Pick<SpeechClient, "health">): EngineFacts {
	let known = new Map<string, EngineInfo>();
	let asked = 0;
	let asking: Promise<void> | undefined;
	const ask = async () => {
		const nodes = await speech.health();
		if (nodes.length > 0) known = new Map(nodes.flatMap((node) => node.engines.map((engine) => [engine.id, engine])));
		asked = Date.now();
	};
	const refresh = () => {
		asking ??= ask().finally(() => {
			asking = undefined;
		});
		return asking;
	};
	return async (engine) => {
		if (!known.has(engine)) await refresh();
		else if (Date.now() - asked > freshMs) void refresh().catch(() => {});
		const info = known.get(engine);
		if (info) return info;
		throw new AppError(
			"service_unavailable",
			"The speech engine did not answer. It may still be starting; try again in a moment.",
			{
				retryAfterSeconds: 5,
			},
		);
	};
}
