import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { privacyPaths } from "./paths.ts";
import { agreements, consentStates, type Region, regionCode } from "./rules.ts";
import { geoLocation } from "./schemas.ts";

/** Regions that require consent before voices are processed as biometric data. */
const biometricRegions: ReadonlySet<string> = new Set(["US-IL", "US-TX", "US-WA", "CA-QC"]);

export function isRestrictedRegion(place: Region): boolean {
	return biometricRegions.has(regionCode(place));
}

const termsAgreedTo = z.partialRecord(z.enum(agreements), z.int());

/** The privacy part of the user entity. */
export const privacyState = z.object({
	ccpa_opt_out: z.boolean().meta({
		description: "Whether the user opted out of the sale and sharing of their data.",
		examples: [false],
	}),
	accepted_bipa_terms: z.boolean().meta({
		description: "Whether the user accepted the biometric voice data terms.",
		examples: [true],
	}),
	terms_agreed_to: termsAgreedTo.meta({
		description:
			"For each of the terms that the user agreed to, the first time in Unix seconds. The app asks for `privacy` and `content` at sign-up, for `voice_design` before the first designed voice and for `licensing` before a voice is published. It doesn't ask for the others yet, because agents, payouts and batch calls are planned.",
		examples: [{ voice_design: 1760000000 }],
	}),
});
export type PrivacyState = z.output<typeof privacyState>;

const dataExport = z.object({
	data_export_id: z.string().meta({ description: "Identifies the export.", examples: ["Tm4xQ9vLc2RzWk8Yb6Nd"] }),
	status: z.enum(["waiting", "running", "done", "failed", "cancelled", "expired"]).meta({
		description:
			"`waiting` or `running` until the archive is `done`. The archive no longer exists if the export `failed`, was `cancelled` or has `expired`.",
		examples: ["done"],
	}),
	done: z.int().meta({ description: "Files packed so far, out of `total`.", examples: [212] }),
	total: z.int().meta({ description: "Files in the archive. 0 until they have been counted.", examples: [212] }),
	error: z
		.string()
		.nullable()
		.meta({
			description: "Why the export `failed`. Null unless it failed.",
			examples: ["Part of the archive is missing. Request it again."],
		}),
	size_bytes: z
		.int()
		.nullable()
		.meta({
			description: "Size of the archive in bytes. Null unless it is done.",
			examples: [48211734],
		}),
	url: z
		.string()
		.nullable()
		.meta({
			description: "Path to download the archive from. Null unless it is done.",
			examples: ["/v1/user/data-export/Tm4xQ9vLc2RzWk8Yb6Nd/file"],
		}),
	file_name: z.string().meta({
		description: "File name of the download, with the date of the request.",
		examples: ["Timbre_data_2025-10-09.zip"],
	}),
	created_at_unix: z.int().meta({ description: "Time of the request, in Unix seconds.", examples: [1760000000] }),
	expires_at_unix: z
		.int()
		.nullable()
		.meta({
			description: "Time the archive is deleted, in Unix seconds. Null until it is done.",
			examples: [1760604800],
		}),
});
export type DataExport = z.output<typeof dataExport>;

const exportParams = z.object({
	data_export_id: z
		.string()
		.regex(/^[A-Za-z0-9]{1,64}$/)
		.meta({ description: "The `data_export_id` of the export.", examples: ["Tm4xQ9vLc2RzWk8Yb6Nd"] }),
});
const ok = z.object({ status: z.literal("ok").meta({ description: "Always `ok`." }) });
const optOut = z.boolean().meta({
	description: "True opts out of the sale and sharing of personal data, false undoes it.",
	examples: [true],
});

const analyticsEvent = z.object({
	name: z
		.string()
		.regex(/^[a-z][a-z0-9_]{0,63}$/)
		.meta({
			description: "Lowercase words with underscores. Names the event, never a user or text.",
			examples: ["page_view"],
		}),
	path: z
		.string()
		.max(300)
		.regex(/^\/[^?#]*$/)
		.optional()
		.meta({ description: "Path of the page, without the query.", examples: ["/pricing"] }),
	at_unix_ms: z
		.int()
		.min(0)
		.meta({
			description: "Time of the event, in Unix milliseconds. Replaced by the server's if it is off by a day or more.",
			examples: [1760000000000],
		}),
});

export const privacyEndpoints = {
	getGeolocation: endpoint({
		...privacyPaths.getGeolocation,
		summary: "Get your approximate location",
		description:
			"The location is only known if the server is behind a trusted proxy that provides it; otherwise its parts are null. The response also says whether this server collects analytics. No authentication needed.",
		since: "0.3.0",
		auth: "public",
		response: z.object({
			geo_location: geoLocation.meta({ description: "Approximate location of the request." }),
			analytics: z.boolean().meta({
				description: "Whether this server collects analytics. If not, no consent is needed.",
				examples: [false],
			}),
			global_privacy_control: z.boolean().meta({
				description: "Whether the browser sent the Global Privacy Control signal.",
				examples: [false],
			}),
		}),
	}),
	ingest: endpoint({
		...privacyPaths.ingest,
		summary: "Record analytics events",
		description:
			"Events are stored only in this server's database, and only if it collects analytics. None are stored without consent where it is required, with an opt-out cookie or with the Global Privacy Control signal; the response is then `stored: 0`. At most 120 requests per minute.",
		since: "0.3.0",
		auth: "public",
		body: z.object({
			consent: z.enum(consentStates).meta({
				description: "The visitor's decision. `not_applicable` where no consent is required.",
				examples: ["granted"],
			}),
			time_zone: z
				.string()
				.max(64)
				.meta({
					description: "The browser's time zone. European time zones require consent.",
					examples: ["Europe/Vienna"],
				}),
			visitor_id: z
				.string()
				.regex(/^[A-Za-z0-9]{16,40}$/)
				.optional()
				.meta({
					description: "Random id of this browser, 16 to 40 letters and digits. Send it only with consent.",
					examples: ["b8Kx2LmQ7vTz4NcRy9Wd"],
				}),
			events: z.array(analyticsEvent).min(1).max(50).meta({ description: "1 to 50 events." }),
		}),
		response: z.object({
			stored: z.int().meta({ description: "Number of stored events: all or 0.", examples: [1] }),
		}),
		limits: [{ per: "visitor", requests: 120, seconds: 60 }],
	}),
	updatePreferences: endpoint({
		...privacyPaths.updatePreferences,
		summary: "Set this browser's data sale opt-out",
		description:
			"Stores the choice in a cookie for 360 days. While opted out, no analytics events of this browser are stored. To store the choice with an account, use `POST /v1/user/privacy`. At most 60 requests per minute.",
		since: "0.3.0",
		auth: "public",
		body: z.object({ optOutCCPA: optOut }),
		response: z.object({
			optOutCCPA: z.boolean().meta({ description: "Whether this browser is now opted out.", examples: [true] }),
		}),
		limits: [{ per: "visitor", requests: 60, seconds: 60 }],
	}),
	optOutOfUpdates: endpoint({
		...privacyPaths.optOutOfUpdates,
		summary: "Unsubscribe from product updates",
		description:
			"Uses the key from an unsubscribe link, so no sign-in is needed. The response is the same for an invalid key, so that accounts can't be probed. At most 30 requests per 10 minutes.",
		since: "0.3.0",
		auth: "public",
		body: z.object({
			opt_out_updates_key: z
				.string()
				.min(1)
				.max(200)
				.meta({
					description: "Key from the unsubscribe link.",
					examples: ["q3ZtR8vLw1Yk5NdC7mPx.ZXhhbXBsZS1zaWduYXR1cmUtb2YtdGhlLXVzZXItaWQ"],
				}),
		}),
		response: ok,
		limits: [{ per: "visitor", requests: 30, seconds: 600, shared: true }],
	}),
	sendProductUpdate: endpoint({
		...privacyPaths.sendProductUpdate,
		summary: "Email a product update",
		description:
			"Sends an email to every user who agreed to product updates and verified their address, each with a link to unsubscribe. Only for the operator's staff, in a signed-in session.",
		since: "0.5.0",
		auth: "user",
		permission: "user_write",
		body: z.object({
			subject: z
				.string()
				.trim()
				.min(1, "Enter a subject.")
				.max(200)
				.meta({ description: "Subject line, 1 to 200 characters.", examples: ["New voices in Spanish"] }),
			text: z
				.string()
				.trim()
				.min(1, "Enter a text.")
				.max(20_000)
				.meta({
					description: "Plain text, at most 20,000 characters. Empty lines separate paragraphs.",
					examples: ["Six new Spanish voices are in the library."],
				}),
		}),
		response: z.object({
			recipients: z.int().meta({ description: "Number of users the email goes to.", examples: [120] }),
		}),
		errors: ["needs_session", "missing_permissions"],
	}),
	getPrivacy: endpoint({
		...privacyPaths.getPrivacy,
		summary: "Get your privacy choices",
		description: "Returns the caller's choices and the privacy rules of the region that the request comes from.",
		since: "0.3.0",
		auth: "user",
		permission: "user_read",
		response: privacyState.extend({
			geo_location: geoLocation.meta({ description: "Approximate location of the request." }),
			bipa_terms_required: z.boolean().meta({
				description: "True in Illinois until the biometric voice data terms are accepted.",
				examples: [false],
			}),
			restricted_region: z.boolean().meta({
				description:
					"True where voices may be processed as biometric data only with consent: Illinois, Texas, Washington and Quebec.",
				examples: [false],
			}),
			opt_out_applies: z.boolean().meta({
				description:
					"Whether the region gives the right to opt out of data sale and sharing, or the browser sends the Global Privacy Control signal.",
				examples: [true],
			}),
			agrees_to_product_updates: z.boolean().meta({
				description: "Whether the user wants emails about product updates.",
				examples: [false],
			}),
		}),
		allowSuspended: true,
	}),
	updatePrivacy: endpoint({
		...privacyPaths.updatePrivacy,
		summary: "Set your account's data sale opt-out",
		description:
			"Stores the choice with the account. For a browser without an account, use `POST /v1/privacy/preferences`.",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		body: z.object({ optOutCCPA: optOut }),
		response: privacyState,
		allowSuspended: true,
	}),
	acceptBipaTerms: endpoint({
		...privacyPaths.acceptBipaTerms,
		summary: "Accept the biometric voice data terms",
		description:
			"Records that the caller accepted the terms; the first time is kept. The app asks for this in Illinois.",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		response: privacyState,
	}),
	agreeToTerms: endpoint({
		...privacyPaths.agreeToTerms,
		summary: "Record agreement to terms",
		description:
			"Stores the current time for each of the given terms. Terms that the caller agreed to before keep their first time.",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		body: z.object({
			terms: z
				.array(z.enum(agreements))
				.min(1)
				.max(agreements.length)
				.meta({ description: "The terms that the caller agrees to.", examples: [["voice_design"]] }),
		}),
		response: privacyState,
	}),
	createDataExport: endpoint({
		...privacyPaths.createDataExport,
		summary: "Export your data",
		description:
			"Starts packing everything the server stores about the caller into a ZIP archive: tables as JSON, and the audio in the history. If an export is running, returns that one. An email and a notification are sent when it is ready, and it can be downloaded for 7 days by default. Requires a signed-in session; API keys are rejected.",
		since: "0.3.0",
		auth: "user",
		permission: "user_read",
		response: dataExport,
		status: 202,
		errors: ["needs_session"],
		allowSuspended: true,
	}),
	getLatestDataExport: endpoint({
		...privacyPaths.getLatestDataExport,
		summary: "Get the latest data export",
		description:
			"Returns the newest export with its status, so it can be used to follow the progress. Requires a signed-in session; API keys are rejected.",
		since: "0.3.0",
		auth: "user",
		permission: "user_read",
		response: z.object({
			data_export: dataExport.nullable().meta({ description: "The latest export. Null if there was none." }),
		}),
		errors: ["needs_session"],
		allowSuspended: true,
	}),
	cancelDataExport: endpoint({
		...privacyPaths.cancelDataExport,
		summary: "Cancel or delete a data export",
		description:
			"Stops a running export, or deletes the archive of a finished one. Requires a signed-in session; API keys are rejected.",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		params: exportParams,
		response: dataExport,
		errors: ["not_found", "needs_session"],
		allowSuspended: true,
	}),
	getDataExportFile: endpoint({
		...privacyPaths.getDataExportFile,
		summary: "Download a data export",
		description:
			"Returns the ZIP archive of a finished export. Only its owner can download it, and range requests are supported. Requires a signed-in session; API keys are rejected.",
		since: "0.3.0",
		auth: "user",
		permission: "user_read",
		params: exportParams,
		response: "file",
		contentTypes: ["application/zip"],
		errors: ["not_found", "needs_session"],
		allowSuspended: true,
	}),
	deleteUser: endpoint({
		...privacyPaths.deleteUser,
		summary: "Delete your account",
		description:
			"Sessions and API keys stop working immediately; texts, audio and settings are deleted within minutes. This can't be undone. Workspaces without other members are deleted too; if you own one with other members, transfer it first. Requires a signed-in session; API keys are rejected.",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		response: ok,
		status: 202,
		errors: ["needs_session", "owner_must_stay"],
		allowSuspended: true,
	}),
};
