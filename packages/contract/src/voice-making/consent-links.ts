import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { voiceId } from "../voices/schemas.ts";
import {
	attempts,
	challenge,
	consentLanguage,
	consentScope,
	readingResult,
	recording,
	toArray,
} from "./cloning-schemas.ts";
import { voiceMakingPaths } from "./paths.ts";
import { consentLinkStatuses, defaultConsentLinkDays, maxConsentLinkDays, maxConsentPurpose } from "./rules.ts";

const scope = z.array(consentScope).min(1, "Choose at least one use for the voice.");
const scopeDescription =
	"`workspace` is use in the workspace, `share` sharing by link, `library` publishing in the library.";
const purpose = z.string().meta({
	description: "What the voice is for, in the words of whoever asks. May be empty.",
	examples: ["Audio guides of our museum"],
});
const expiresAt = z.int().meta({ description: "When the link expires, in Unix seconds.", examples: [1_760_600_000] });
const status = z.enum(consentLinkStatuses).meta({
	description:
		"`waiting` until the speaker decides, then `given` or `refused`. `expired` and `revoked` links no longer work. `consent_revoked`: consent was given with this link and revoked later.",
	examples: ["waiting"],
});

const link = z.object({
	link_id: z.string().meta({ description: "Id of the link.", examples: ["DCwhRBWXzGAHq8TQ4Fs1"] }),
	status,
	scope: scope.meta({
		description: `What the speaker is asked to agree to: ${scopeDescription}`,
		examples: [["workspace"]],
	}),
	purpose,
	language: consentLanguage.meta({
		description: "Language of the sentence; the speaker can choose another.",
		examples: ["en"],
	}),
	email: z
		.string()
		.nullable()
		.meta({ description: "Where the link was emailed to. Null if it wasn't.", examples: ["nora@example.com"] }),
	created_at_unix: z.int().meta({ description: "When it was created, in Unix seconds.", examples: [1_760_000_000] }),
	expires_at_unix: expiresAt,
	decided_at_unix: z
		.int()
		.nullable()
		.meta({
			description: "When the speaker gave or refused consent, in Unix seconds. Null before that.",
			examples: [null],
		}),
});
export type ConsentLink = z.output<typeof link>;

const token = z
	.string()
	.regex(/^[A-Za-z0-9]{40}$/, "This link is incomplete.")
	.meta({
		description: "The part of the link after `#`.",
		examples: ["8sPqG2kXb7hH8MSUJpSbSDYk0k2DCwhRBWXzGAHq"],
	});
const byToken = z.object({ token });

/** What a speaker sees. Nothing in it identifies the workspace or the voice to the API. */
const request = z.object({
	status: status.extract(["waiting", "given", "refused", "consent_revoked"]).meta({
		description:
			"`waiting` until the speaker decides, then `given` or `refused`. `consent_revoked`: consent was given with this link and revoked later.",
		examples: ["waiting"],
	}),
	voice_name: z.string().meta({ description: "Name of the voice.", examples: ["Nora"] }),
	workspace_name: z.string().meta({ description: "Name of the workspace that asks.", examples: ["City Museum"] }),
	requested_by: z
		.string()
		.nullable()
		.meta({ description: "Name of the person who asks. Null if their account was deleted.", examples: ["Ada Lee"] }),
	purpose,
	scope: scope.meta({
		description: `What the speaker is asked to agree to: ${scopeDescription}`,
		examples: [["workspace"]],
	}),
	expires_at_unix: expiresAt,
	challenge: challenge
		.nullable()
		.meta({ description: "The sentence to read. Null if the request is no longer open or no attempts are left." }),
	...attempts,
	given: z
		.object({
			scope: scope.meta({ description: "What the speaker agreed to.", examples: [["workspace"]] }),
			given_at_unix: z.int().meta({ description: "When, in Unix seconds.", examples: [1_760_000_000] }),
			expires_at_unix: z
				.int()
				.nullable()
				.meta({ description: "When consent expires, in Unix seconds. Null means never.", examples: [null] }),
		})
		.nullable()
		.meta({ description: "The consent that was given with this link. Null if it wasn't, or was revoked." }),
});
export type ConsentRequest = z.output<typeof request>;

const own = { since: "0.6.0", auth: "user", permission: "voices_write" } as const;
const open = { since: "0.6.0", auth: "public" } as const;
const visitorLimits = [
	{ per: "visitor", requests: 20, seconds: 60, shared: true },
	{ per: "visitor", requests: 200, seconds: 86_400, shared: true },
] as const;
const linkErrors = ["consent_link_not_found"] as const;

export const consentLinkEndpoints = {
	createConsentLink: endpoint({
		...voiceMakingPaths.createConsentLink,
		summary: "Ask a speaker for consent",
		description:
			"Creates a link with which the speaker gives or refuses consent without an account, by reading a sentence aloud on their own device. The link works for one decision and is only returned here; whoever has given consent can later revoke it with the same link. A new link revokes an earlier one that is still waiting. With `email`, the link is also sent there if the server can send email. Limited to 20 requests per hour and workspace.",
		...own,
		params: z.object({ voice_id: voiceId }),
		body: z.object({
			scope: scope.default(["workspace"]).meta({
				description: `What to ask for: ${scopeDescription} Default: \`workspace\`.`,
				examples: [["workspace"]],
			}),
			purpose: z
				.string()
				.trim()
				.max(maxConsentPurpose)
				.default("")
				.meta({
					description: `What the voice is for, shown to the speaker, up to ${maxConsentPurpose} characters.`,
					examples: ["Audio guides of our museum"],
				}),
			language: consentLanguage.optional().meta({
				description: "Language of the sentence. The speaker can choose another. Default English.",
				examples: ["de"],
			}),
			expires_in_days: z
				.int()
				.min(1)
				.max(maxConsentLinkDays)
				.default(defaultConsentLinkDays)
				.meta({
					description: `Days until the link expires, up to ${maxConsentLinkDays}. Default ${defaultConsentLinkDays}.`,
					examples: [7],
				}),
			email: z
				.email("Enter a valid email address.")
				.max(254)
				.nullish()
				.meta({ description: "Where to email the link.", examples: ["nora@example.com"] }),
		}),
		response: link.extend({
			url: z.url().meta({
				description: "The link. It is not stored and can't be shown again.",
				examples: ["https://timbre.example/consent#8sPqG2kXb7hH8MSUJpSbSDYk0k2DCwhRBWXzGAHq"],
			}),
		}),
		errors: ["voice_not_found", "conflict"],
		limits: [{ per: "workspace", requests: 20, seconds: 3_600, shared: true }],
	}),
	listConsentLinks: endpoint({
		...voiceMakingPaths.listConsentLinks,
		summary: "List consent links",
		description: "Returns the latest 20 consent links of a voice with their status, newest first.",
		...own,
		params: z.object({ voice_id: voiceId }),
		response: z.object({ links: z.array(link).meta({ description: "The links, newest first." }) }),
		errors: ["voice_not_found"],
	}),
	revokeConsentLink: endpoint({
		...voiceMakingPaths.revokeConsentLink,
		summary: "Revoke a consent link",
		description:
			"The link stops working immediately. Only possible while it waits for a decision: a speaker who gave consent keeps the link to revoke it.",
		...own,
		params: z.object({
			voice_id: voiceId,
			link_id: z
				.string()
				.regex(/^[A-Za-z0-9]{1,64}$/, "Ids contain letters and digits.")
				.meta({ description: "Id of the link.", examples: ["DCwhRBWXzGAHq8TQ4Fs1"] }),
		}),
		response: link,
		errors: ["voice_not_found", "consent_link_not_found", "conflict"],
	}),
	openConsentLink: endpoint({
		...voiceMakingPaths.openConsentLink,
		summary: "Open a consent link",
		description:
			"Returns who asks for consent, for which voice and what for, and a sentence to read aloud, valid for ten minutes and one reading. Needs no account. Limited to 20 requests per minute and 200 per day and visitor.",
		...open,
		body: byToken.extend({
			language: consentLanguage.optional().meta({
				description: "Language of the sentence. Default: that of the last one, or of the link.",
				examples: ["de"],
			}),
		}),
		response: request,
		errors: linkErrors,
		limits: visitorLimits,
	}),
	giveConsentByLink: endpoint({
		...voiceMakingPaths.giveConsentByLink,
		summary: "Give consent with a link",
		description:
			"Verifies a recording of the current sentence like `POST /v1/voices/{voice_id}/consent`: the words must match it and the voice must match the recordings. On success, the link is used up and the voice can be used as agreed. Limited to 10 requests per minute and 50 per day and visitor.",
		...open,
		multipart: { files: 1, maxFileBytes: 12_000_000 },
		body: byToken.extend({
			...recording.shape,
			scope: z.preprocess(
				toArray,
				scope.meta({
					description: "What the speaker agrees to, as repeated parts: all or some of what the link asks for.",
					examples: [["workspace"]],
				}),
			),
			expires_in_days: z.coerce
				.number()
				.int()
				.min(1)
				.max(3_650)
				.nullish()
				.meta({
					description: "Days until consent expires, up to 3,650. It does not expire by default.",
					examples: [365],
				}),
			accept_voice_processing: z.literal("true", "Agree to the processing of your recording first.").meta({
				description:
					"Must be `true`: the speaker agrees that the recording is stored and that their voice is compared with the recordings.",
			}),
		}),
		response: readingResult.extend({ request: request.meta({ description: "The request with the consent." }) }),
		errors: [
			...linkErrors,
			"invalid_request",
			"invalid_audio",
			"verification_failed",
			"verification_attempts_exceeded",
			"conflict",
			"payload_too_large",
			"system_busy",
		],
		limits: [
			{ per: "visitor", requests: 10, seconds: 60, shared: true },
			{ per: "visitor", requests: 50, seconds: 86_400, shared: true },
		],
	}),
	denyConsentByLink: endpoint({
		...voiceMakingPaths.denyConsentByLink,
		summary: "Refuse consent with a link",
		description:
			"Uses up the link without giving consent, and notifies whoever asked. Limited to 20 requests per minute and 200 per day and visitor.",
		...open,
		body: byToken,
		response: request,
		errors: [...linkErrors, "conflict"],
		limits: visitorLimits,
	}),
	revokeConsentByLink: endpoint({
		...voiceMakingPaths.revokeConsentByLink,
		summary: "Revoke consent with a link",
		description:
			"Revokes the consent that was given with this link, like `DELETE /v1/voices/{voice_id}/consent`: the voice and all its copies stop working within seconds. Works at any time, also after the link has expired. Limited to 20 requests per minute and 200 per day and visitor.",
		...open,
		body: byToken,
		response: request,
		errors: [...linkErrors, "conflict"],
		limits: visitorLimits,
	}),
};
