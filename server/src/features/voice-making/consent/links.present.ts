import type { ConsentLink } from "@timbre/contract/voice-making/consent-links.ts";
import type { MailContent } from "../../../core/mail/mail-template.ts";
import { unix } from "../../../core/time.ts";
import type { ConsentLinkRow } from "./links.repo.ts";

export function presentLink(row: ConsentLinkRow): ConsentLink {
	const decidedAt = row.given_at ?? row.refused_at;
	return {
		link_id: row.id,
		status: statusOf(row),
		scope: row.scope,
		purpose: row.purpose,
		language: row.language,
		email: row.email,
		created_at_unix: unix(row.created_at),
		expires_at_unix: unix(row.expires_at),
		decided_at_unix: decidedAt && unix(decidedAt),
	};
}

export function statusOf(row: ConsentLinkRow): ConsentLink["status"] {
	if (row.given_at !== null) return row.consent_revoked ? "consent_revoked" : "given";
	if (row.refused_at !== null) return "refused";
	if (row.revoked_at !== null) return "revoked";
	return row.expired ? "expired" : "waiting";
}

export function consentMail(request: {
	requester: { name: string; email: string };
	workspace: string;
	voice: string;
	purpose: string;
	url: string;
	expiresAt: Date;
}): MailContent {
	const { requester, workspace, voice, purpose, url } = request;
	const until = `${request.expiresAt.toISOString().slice(0, 16).replace("T", " ")} UTC`;
	return {
		heading: `${requester.name} asks for consent to use your voice`,
		lines: [
			`${requester.name} (${requester.email}) of “${workspace}” wants to create the voice “${voice}” from recordings of you. It can't be used unless you agree.`,
			...(purpose === "" ? [] : [`What it is for: “${purpose}”`]),
			"To agree, you read a sentence aloud. You don't need an account, and you can refuse.",
		],
		link: { label: "Read the request", url },
		after: [
			`The link works once, until ${until}. Keep it: if you agree, you can revoke your consent with it at any time.`,
			"If you don't know who this is from, ignore this email. Without your consent, the voice can't be used.",
		],
	};
}
