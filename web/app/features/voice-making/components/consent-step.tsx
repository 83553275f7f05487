import { useQuery } from "@tanstack/react-query";
import type { ConsentScope, VoiceConsent } from "@timbre/contract/voice-making/cloning.ts";
import { consentScopes } from "@timbre/contract/voice-making/rules.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { CircleCheck, CircleOff } from "lucide-react";
import { useCallback, useState } from "react";
import { messageOf } from "../../../lib/api/api-error.ts";
import { confirm } from "../../../lib/forms/confirm.ts";
import { showError, toaster } from "../../../lib/page/toaster.ts";
import { dateOf } from "../../../lib/text/format.ts";
import { LoadFailure } from "../../../shell/page/load-failure.tsx";
import { ConsentLinks } from "../consent/components/consent-links.tsx";
import { consentQuery, useConsentLanguage, useGiveConsent, useRevokeConsent } from "../voice-making.queries.ts";
import { ConsentTerms, summarizeScope } from "./consent-terms.tsx";
import { ReadAloud } from "./read-aloud.tsx";

/** Consent to use a voice created from recordings. The voice is disabled until the speaker gives it. */
export function ConsentStep({ voiceId }: { voiceId: string }) {
	const consent = useQuery(consentQuery(voiceId));
	// The pressed button disappears with the change, so move focus to the text that reports it.
	const [changed, setChanged] = useState(false);
	const focusRef = useCallback((element: HTMLElement | null) => void (changed && element?.focus()), [changed]);
	const onChanged = () => setChanged(true);
	if (consent.isPending) {
		return (
			<div aria-busy="true">
				<p className="sr-only">Loading consent</p>
				<Skeleton className="h-16" />
				<Skeleton className="mt-4 h-20" />
			</div>
		);
	}
	if (consent.isError) return <LoadFailure title="Couldn't load consent" query={consent} />;
	const { data } = consent;
	if (data.given && data.revoked_at_unix === null) {
		return <ConsentGiven voiceId={voiceId} given={data.given} focusRef={focusRef} onChanged={onChanged} />;
	}
	return (
		<>
			{data.revoked_at_unix !== null ? (
				<p
					ref={focusRef}
					tabIndex={-1}
					className="mb-4 flex gap-2.5 rounded-control border border-line bg-sunken px-4 py-3"
				>
					<CircleOff aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger" />
					Consent was revoked on {dateOf(data.revoked_at_unix)}. The voice is disabled until consent is given again.
				</p>
			) : null}
			<ConsentForm voiceId={voiceId} consent={data} onExpired={() => void consent.refetch()} onChanged={onChanged} />
		</>
	);
}

type ConsentFormProps = { voiceId: string; consent: VoiceConsent; onExpired: () => void; onChanged: () => void };

function ConsentForm({ voiceId, consent, onExpired, onChanged }: ConsentFormProps) {
	const [scope, setScope] = useState<ConsentScope[]>(["workspace"]);
	const [days, setDays] = useState("0");
	const giving = useGiveConsent(voiceId);
	const changing = useConsentLanguage(voiceId);
	const exhausted = attemptsMessage(consent);
	if (exhausted) return <p role="alert">{exhausted}</p>;
	if (!consent.challenge) {
		return <p className="text-muted">Add recordings first. We compare your reading with them.</p>;
	}
	return (
		<>
			<ConsentLinks voiceId={voiceId} />
			<ReadAloud
				challenge={consent.challenge}
				onLanguage={changing.mutate}
				attemptsLeft={consent.attempts_left}
				action="Give consent"
				busy={giving.isPending || changing.isPending}
				error={giving.error ? messageOf(giving.error) : undefined}
				onExpired={onExpired}
				onSubmit={(recording) => {
					onChanged();
					giving.mutate(
						{ recording, scope, expiresInDays: Number(days) || null },
						{ onSuccess: () => toaster.show({ tone: "positive", title: "Consent given" }) },
					);
				}}
			>
				<ConsentTerms
					options={consentScopes}
					workspace="this workspace"
					scope={scope}
					onScope={setScope}
					days={days}
					onDays={setDays}
				/>
			</ReadAloud>
		</>
	);
}

function attemptsMessage(consent: VoiceConsent): string | undefined {
	if (consent.attempts_left > 0) return undefined;
	const when = consent.attempts_reset_at_unix;
	return `No attempts left.${when ? ` You can try again after ${dateOf(when)}.` : ""}`;
}

type ConsentGivenProps = {
	voiceId: string;
	given: NonNullable<VoiceConsent["given"]>;
	focusRef: (element: HTMLElement | null) => void;
	onChanged: () => void;
};

function ConsentGiven({ voiceId, given, focusRef, onChanged }: ConsentGivenProps) {
	const revoking = useRevokeConsent(voiceId);
	const revoke = async () => {
		const { confirmed } = await confirm({
			title: "Revoke consent?",
			description:
				"The voice stops working everywhere within seconds. This includes generations in progress, cached audio and copies that others added.",
			action: "Revoke consent",
		});
		if (!confirmed) return;
		onChanged();
		revoking.mutate(undefined, {
			onSuccess: () => toaster.show({ title: "Consent revoked" }),
			onError: (error) => showError("Couldn't revoke consent", error),
		});
	};
	const until = given.expires_at_unix ? `until ${dateOf(given.expires_at_unix)}` : "until revoked";
	return (
		<div className="flex flex-wrap items-start gap-4">
			<CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-positive" />
			<div className="min-w-0 flex-1 basis-64">
				<p ref={focusRef} tabIndex={-1} className="font-medium outline-none">
					Consent given on {dateOf(given.given_at_unix)}
				</p>
				<p className="mt-0.5 text-muted">
					Covers use {summarizeScope(given.scope)}; valid {until}. Sentence: “
					<span lang={given.language}>{given.sentence}</span>” Similarity to the recordings:{" "}
					<span className="tabular">{Math.round(given.similarity * 100)}%</span>. To change what it covers, revoke
					consent and give it again.
				</p>
			</div>
			<Button size="small" busy={revoking.isPending} onClick={() => void revoke()}>
				Revoke consent
			</Button>
		</div>
	);
}
