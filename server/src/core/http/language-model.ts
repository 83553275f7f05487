// A language model behind an OpenAI-compatible server that the operator configured. Optional everywhere it is used.
import { z } from "zod";
import type { Config } from "../config.ts";

export type LanguageModel = {
	/** Answers with JSON, which the caller has to check: a model may write anything. */
	completeJson(instruction: string, text: string): Promise<unknown>;
};

const timeoutMs = 120_000;
const maxResponseTokens = 4_000;
const completion = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1) });

export function createLanguageModel(
	config: Pick<Config, "LANGUAGE_MODEL_URL" | "LANGUAGE_MODEL_KEY" | "LANGUAGE_MODEL">,
): LanguageModel | undefined {
	const { LANGUAGE_MODEL_URL: url, LANGUAGE_MODEL_KEY: key, LANGUAGE_MODEL: model } = config;
	if (!url) return undefined;
	return {
		async completeJson(instruction, text) {
			const response = await fetch(`${url.replace(/\/$/, "")}/chat/completions`, {
				method: "POST",
				headers: { "content-type": "application/json", ...(key ? { authorization: `Bearer ${key}` } : {}) },
				body: JSON.stringify({
					model,
					temperature: 0,
					max_tokens: maxResponseTokens,
					response_format: { type: "json_object" },
					messages: [
						{ role: "system", content: instruction },
						{ role: "user", content: text },
					],
				}),
				signal: AbortSignal.timeout(timeoutMs),
			});
			if (!response.ok) throw new Error(`the language model responded with ${response.status}`);
			const { choices } = completion.parse(await response.json());
			const [{ message } = { message: { content: "" } }] = choices;
			// Some models wrap JSON in a code block.
			return JSON.parse(message.content.replace(/^\s*```(?:json)?|```\s*$/g, ""));
		},
	};
}
