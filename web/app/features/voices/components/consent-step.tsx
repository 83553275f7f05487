import { useQuery } from "@tanstack/react-query";
import { type ConsentScope, consentScopes, type VoiceConsent } from "@timbre/contract/voices.cloning.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Checkbox } from "@timbre/ui/primitives/checkbox.tsx";
import { Field } from "@timbre/ui/primitives/field.tsx";
import { Select } from "@timbre/ui/primitives/select.tsx";
import { Skeleton } from "@timbre/ui/primitives/skeleton.tsx";
import { CircleCheck, CircleOff } from "lucide-react";
import { useCallback, useState } from "react";
import { messageOf } from "../../../lib/api-error.ts";
import { confirm } from "../../../lib/confirm.ts";
import { dateOf } from "../../../lib/format.ts";
import { showError, toaster } from "../../../lib/toaster.ts";
import { LoadFailure } from "../../../shell/load-failure.tsx";
import { consentQuery, useGiveConsent, useRevokeConsent } from "../voices.making.queries.ts";
import { ReadAloud } from "./read-aloud.tsx";

const scopeWords: Record<ConsentScope, string> = {
	workspace: "Everybody in this workspace may speak with my voice",
	share: "It may be shared with others by a link",
	library: "It may be published in the library",
};

const shortScopes: Record<ConsentScope, string> = {
	workspace: "in this workspace",
	share: "shared by a link",
	library: "in the library",
};

const terms = [
	{ value: "0", label: "Until I take it back" },
	{ value: "30", label: "For 30 days" },
	{ value: "365", label: "For a year" },
];

/** No voice made from a person's recordings speaks before that person has said so aloud. */
export function ConsentStep({ voiceId }: { voiceId: string }) {
	const consent = useQuery(consentQuery(voiceId));
	// What was pressed is gone with what it changed: one goes on where that is said.
	const [changed, setChanged] = useState(false);
	const here = useCallback((said: HTMLElement | null) => void (changed && said?.focus()), [changed]);
	const onChanged = () => setChanged(true);
	if (consent.isPending) {
		return (
			<div aria-busy="true">
				<p className="sr-only">Loading the consent</p>
				<Skeleton className="h-16" />
				<Skeleton className="mt-4 h-20" />
			</div>
		);
	}
	if (consent.isError) return <LoadFailure title="The consent could not be loaded" query={consent} />;
	const { data } = consent;
	if (data.given && data.revoked_at_unix === null) {
		return <Given voiceId={voiceId} given={data.given} here={here} onChanged={onChanged} />;
	}
	return (
		<>
			{data.revoked_at_unix !== null ? (
				<p
					ref={here}
					tabIndex={-1}
					className="mb-4 flex gap-2.5 rounded-control border border-line bg-sunken px-4 py-3"
				>
					<CircleOff aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger" />
					Consent was taken back on {dateOf(data.revoked_at_unix)}. The voice is silent until it is given again.
				</p>
			) : null}
			<Give voiceId={voiceId} consent={data} onExpired={() => void consent.refetch()} onChanged={onChanged} />
		</>
	);
}

type GiveProps = { voiceId: string; consent: VoiceConsent; onExpired: () => void; onChanged: () => void };

function Give({ voiceId, consent, onExpired, onChanged }: GiveProps) {
	const [scope, setScope] = useState<ConsentScope[]>(["workspace"]);
	const [days, setDays] = useState("0");
	const giving = useGiveConsent(voiceId);
	const spent = attemptsWords(consent);
	if (spent) return <p role="alert">{spent}</p>;
	if (!consent.challenge) {
		return (
			<p className="text-muted">The sentence comes as soon as there are recordings to compare your reading with.</p>
		);
	}
	return (
		<ReadAloud
			sentence={consent.challenge.sentence}
			expiresAtUnix={consent.challenge.expires_at_unix}
			attemptsLeft={consent.attempts_left}
			action="Give consent"
			busy={giving.isPending}
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
			<fieldset className="flex flex-col gap-2.5">
				<legend className="mb-2 font-medium text-[13px]">I am the person in the recordings, and I agree:</legend>
				{consentScopes.map((one) => (
					<Checkbox
						key={one}
						label={scopeWords[one]}
						checked={scope.includes(one)}
						disabled={one === "workspace"}
						onChange={(on) => setScope((before) => (on ? [...before, one] : before.filter((other) => other !== one)))}
					/>
				))}
			</fieldset>
			<Field label="How long" className="max-w-60">
				{({ id }) => <Select id={id} value={days} options={terms} onChange={setDays} />}
			</Field>
		</ReadAloud>
	);
}

function attemptsWords(consent: VoiceConsent): string | undefined {
	if (consent.attempts_left > 0) return undefined;
	const when = consent.attempts_reset_at_unix;
	return `There are no tries left${when ? `. Failed ones are forgotten on ${dateOf(when)}` : ""}.`;
}

type GivenProps = {
	voiceId: string;
	given: NonNullable<VoiceConsent["given"]>;
	here: (said: HTMLElement | null) => void;
	onChanged: () => void;
};

function Given({ voiceId, given, here, onChanged }: GivenProps) {
	const revoking = useRevokeConsent(voiceId);
	const revoke = async () => {
		const { confirmed } = await confirm({
			title: "Take the consent back?",
			description:
				"The voice falls silent within seconds, everywhere: also what is being spoken now, what was kept, and copies others have added.",
			action: "Take back",
		});
		if (!confirmed) return;
		onChanged();
		revoking.mutate(undefined, {
			onSuccess: () => toaster.show({ title: "Consent taken back" }),
			onError: (error) => showError("Not taken back", error),
		});
	};
	const until = given.expires_at_unix ? `until ${dateOf(given.expires_at_unix)}` : "until it is taken back";
	return (
		<div className="flex flex-wrap items-start gap-4">
			<CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-positive" />
			<div className="min-w-0 flex-1 basis-64">
				<p ref={here} tabIndex={-1} className="font-medium outline-none">
					Consent given on {dateOf(given.given_at_unix)}
				</p>
				<p className="mt-0.5 text-muted">
					For use {given.scope.map((one) => shortScopes[one]).join(", ")}; {until}. Read: “{given.sentence}” Similarity
					to the recordings: <span className="tabular">{Math.round(given.similarity * 100)} %</span>. To allow other
					things, take it back and give it anew.
				</p>
			</div>
			<Button size="small" busy={revoking.isPending} onClick={() => void revoke()}>
				Take back
			</Button>
		</div>
	);
}
