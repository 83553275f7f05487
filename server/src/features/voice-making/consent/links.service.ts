// Links that ask a speaker for consent: they read the sentence on their own device, without an account.
// Invariant: only a hash of the token is stored; a link is good for one decision; while it waits, it expires and can be
// revoked; once consent was given, it always revokes that consent.
import { createHash } from "node:crypto";
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { ConsentLink, ConsentRequest } from "@timbre/contract/voice-making/consent-links.ts";
import type { voiceMakingEndpoints } from "@timbre/contract/voice-making/endpoints.ts";
import { type ConsentLanguage, defaultConsentLanguage } from "@timbre/contract/voice-making/rules.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import type { Context } from "../../../core/http/context.ts";
import { newId } from "../../../core/ids.ts";
import { type MailSettings, queueMail } from "../../../core/mail/mail.ts";
import { renderMail } from "../../../core/mail/mail-template.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { unix } from "../../../core/time.ts";
import { getUser } from "../../auth/auth.public.ts";
import { notify } from "../../notifications/notifications.public.ts";
import { recordAudit } from "../../workspace/workspace.audit.public.ts";
import { findWorkspace } from "../../workspace/workspace.public.ts";
import type { ResourceCaller } from "../../workspace/workspace.sharing.public.ts";
import { type CloningDeps, requireEditable } from "../cloning/cloning.service.ts";
import { findVoice, listSamples, type VoiceRow } from "../samples/samples.repo.ts";
import {
	getAttempts,
	getOrCreateChallenge,
	grantConsent,
	presentChallenge,
	revokeConsentFor,
	type Speaker,
	verifyRecording,
} from "./consent.service.ts";
import { consentMail, presentLink, statusOf } from "./links.present.ts";
import {
	decideLink,
	findLink,
	findLinkByHash,
	insertLink,
	listLinks,
	type OpenedLinkRow,
	revokeWaitingLinks,
} from "./links.repo.ts";

type Endpoints = typeof voiceMakingEndpoints;
export type ConsentLinkDeps = CloningDeps & { mail: MailSettings; publicUrl: string };

const maxListed = 20;

export async function createLink(
	deps: ConsentLinkDeps,
	context: Context,
	voiceId: string,
	body: InputOf<Endpoints["createConsentLink"]>["body"],
): Promise<ResponseOf<Endpoints["createConsentLink"]>> {
	const { db, mail, publicUrl } = deps;
	const { workspaceId, userId } = context;
	const voice = await requireEditable(db, context, voiceId);
	if ((await listSamples(db, workspaceId, voiceId)).length === 0)
		throw new AppError("conflict", "Add recordings first. The speaker's reading is compared with them.");
	const id = newId();
	const token = newId(40);
	const url = `${publicUrl}/consent#${token}`;
	const email = mail.enabled ? (body.email ?? null) : null;
	const link = await db.transaction().execute(async (tx) => {
		await revokeWaitingLinks(tx, workspaceId, voiceId);
		await insertLink(tx, workspaceId, {
			id,
			voiceId,
			userId,
			tokenHash: hashToken(token),
			scope: body.scope,
			purpose: body.purpose,
			language: body.language ?? defaultConsentLanguage,
			email,
			days: body.expires_in_days,
		});
		await recordAudit(tx, context, {
			className: "voice_consent",
			activity: "create_link",
			target: voice.name,
			details: { voice_id: voiceId, scope: body.scope, email },
		});
		const created = await mustFindLink(tx, workspaceId, voiceId, id);
		if (email !== null) {
			const requester = await getUser(tx, userId);
			const content = consentMail({
				requester: { name: requester?.name ?? "Someone", email: requester?.email ?? "" },
				workspace: (await findWorkspace(tx, workspaceId))?.name ?? "",
				voice: voice.name,
				purpose: body.purpose,
				url,
				expiresAt: created.expires_at,
			});
			await queueMail(tx, mail, { to: email, subject: content.heading, ...renderMail(content) });
		}
		return created;
	});
	return { ...presentLink(link), url };
}

export async function listVoiceLinks(
	db: Database,
	caller: ResourceCaller,
	voiceId: string,
): Promise<ResponseOf<Endpoints["listConsentLinks"]>> {
	await requireEditable(db, caller, voiceId);
	return { links: (await listLinks(db, caller.workspaceId, voiceId, maxListed)).map(presentLink) };
}

export async function revokeLink(
	db: Database,
	context: Context,
	voiceId: string,
	linkId: string,
): Promise<ConsentLink> {
	const { workspaceId } = context;
	const voice = await requireEditable(db, context, voiceId);
	return db.transaction().execute(async (tx) => {
		await mustFindLink(tx, workspaceId, voiceId, linkId);
		if ((await revokeWaitingLinks(tx, workspaceId, voiceId, linkId)) === 0)
			throw new AppError("conflict", "This link was already used or no longer works.");
		await recordAudit(tx, context, {
			className: "voice_consent",
			activity: "revoke_link",
			target: voice.name,
			details: { voice_id: voiceId },
		});
		return presentLink(await mustFindLink(tx, workspaceId, voiceId, linkId));
	});
}

export async function openLink(
	db: Database,
	{ token, language }: InputOf<Endpoints["openConsentLink"]>["body"],
): Promise<ConsentRequest> {
	const link = await mustOpen(db, token);
	return presentRequest(db, link, language);
}

export async function giveConsentByLink(
	deps: CloningDeps,
	body: InputOf<Endpoints["giveConsentByLink"]>["body"],
	signal: AbortSignal,
): Promise<ResponseOf<Endpoints["giveConsentByLink"]>> {
	const { db } = deps;
	const { token, recording, scope, expires_in_days } = body;
	const link = await mustOpen(db, token);
	requireUndecided(link);
	if (!scope.every((one) => link.scope.includes(one)))
		throw new AppError("invalid_request", "The link doesn't ask for this use of the voice.", { param: "scope" });
	const voice = await voiceOf(db, link);
	const speaker: Speaker = {
		workspaceId: link.workspace_id,
		reader: { linkId: link.id },
		accountableUserId: link.created_by,
		signal,
	};
	const result = await verifyRecording(deps, speaker, voice, { purpose: "consent", recording }, async (tx, reading) => {
		if (!(await decideLink(tx, link.workspace_id, link.id, "given"))) throw alreadyUsed();
		await grantConsent(tx, deps, speaker, voice, reading, { scope, expiresInDays: expires_in_days ?? null });
		await notifyRequester(tx, link, voice, {
			severity: "success",
			title: "Consent given",
			description: `The speaker of “${voice.name}” gave consent.`,
		});
	});
	return { ...result, request: await presentRequest(db, await mustOpen(db, token)) };
}

export async function denyConsentByLink(db: Database, token: string): Promise<ConsentRequest> {
	const link = await mustOpen(db, token);
	requireUndecided(link);
	const voice = await voiceOf(db, link);
	await db.transaction().execute(async (tx) => {
		if (!(await decideLink(tx, link.workspace_id, link.id, "refused"))) throw alreadyUsed();
		await notifyRequester(tx, link, voice, {
			severity: "warning",
			title: "Consent refused",
			description: `The speaker of “${voice.name}” refused consent. The voice can't be used.`,
		});
	});
	return presentRequest(db, await mustOpen(db, token));
}

/** Revokes every consent for the voice, because all are of the same speaker. */
export async function revokeConsentByLink(db: Database, token: string): Promise<ConsentRequest> {
	const link = await mustOpen(db, token);
	if (statusOf(link) !== "given")
		throw new AppError("conflict", "There is no consent to revoke. It was never given or is already revoked.");
	const voice = await voiceOf(db, link);
	await db.transaction().execute(async (tx) => {
		await revokeConsentFor(tx, link.workspace_id, voice, null);
		await notifyRequester(tx, link, voice, {
			severity: "warning",
			title: "Consent revoked",
			description: `The speaker of “${voice.name}” revoked consent. The voice can't be used anymore.`,
		});
	});
	return presentRequest(db, await mustOpen(db, token));
}

async function presentRequest(db: Database, link: OpenedLinkRow, language?: ConsentLanguage): Promise<ConsentRequest> {
	const { workspace_id: workspaceId, voice_id: voiceId } = link;
	const status = statusOf(link) as ConsentRequest["status"];
	const attempts = await getAttempts(db, workspaceId, voiceId);
	const reading = { voiceId, reader: { linkId: link.id }, purpose: "consent" } as const;
	const challenge =
		status === "waiting" && attempts.attempts_left > 0
			? await getOrCreateChallenge(db, workspaceId, reading, language, link.language)
			: undefined;
	return {
		status,
		voice_name: link.voice_name,
		workspace_name: link.workspace_name,
		requested_by: link.requested_by,
		purpose: link.purpose,
		scope: link.scope,
		expires_at_unix: unix(link.expires_at),
		challenge: challenge ? presentChallenge(challenge) : null,
		...attempts,
		given:
			link.consent_scope && link.consent_given_at
				? {
						scope: link.consent_scope,
						given_at_unix: unix(link.consent_given_at),
						expires_at_unix: link.consent_expires_at && unix(link.consent_expires_at),
					}
				: null,
	};
}

/** Tokens have over 200 random bits, so a plain digest is enough, and lookup by digest has no timing leak. */
function hashToken(token: string): Buffer {
	return createHash("sha256").update(token).digest();
}

/** Returns the same error for unknown, expired and revoked links, so a lost link tells nothing about the voice. */
async function mustOpen(db: Db, token: string): Promise<OpenedLinkRow> {
	const link = await findLinkByHash(db, GLOBAL, hashToken(token));
	if (!link || ["expired", "revoked"].includes(statusOf(link)))
		throw new AppError(
			"consent_link_not_found",
			"This link doesn't work. It may be incomplete, expired or revoked. Ask the person who sent it for a new one.",
		);
	return link;
}

async function mustFindLink(db: Db, workspaceId: string, voiceId: string, id: string) {
	const link = await findLink(db, workspaceId, voiceId, id);
	if (!link) throw new AppError("consent_link_not_found", "This voice has no such consent link.");
	return link;
}

const alreadyUsed = () =>
	new AppError("conflict", "This link was already used. Ask the person who sent it for a new one.");

function requireUndecided(link: OpenedLinkRow): void {
	if (statusOf(link) !== "waiting") throw alreadyUsed();
}

async function voiceOf(db: Db, link: OpenedLinkRow): Promise<VoiceRow> {
	const voice = await findVoice(db, link.workspace_id, link.voice_id);
	if (!voice) throw alreadyUsed();
	return voice;
}

/** Notifies whoever sent the link, or the admins if that account no longer exists. */
async function notifyRequester(
	tx: Db,
	link: OpenedLinkRow,
	voice: VoiceRow,
	message: { severity: "success" | "warning"; title: string; description: string },
): Promise<void> {
	const page = voice.category === "professional" ? "/app/professional-voice-cloning" : "/app/voice-lab/clone";
	const target = { ...message, topic: "voices", link: `${page}?voice=${voice.id}` } as const;
	const { workspace_id: workspaceId, created_by: userId } = link;
	await notify(tx, userId === null ? { ...target, workspaceId } : { ...target, workspaceId, userId });
}
