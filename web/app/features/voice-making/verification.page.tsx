import { useQuery } from "@tanstack/react-query";
import { isUnverified } from "@timbre/contract/safety/rules.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { VoiceOrb } from "@timbre/ui/audio/voice-orb.tsx";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { ArrowRight, ShieldCheck } from "lucide-react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { BackLink } from "../../shell/page/back-link.tsx";
import { LoadFailure } from "../../shell/page/load-failure.tsx";
import { Loading } from "../../shell/page/loading.tsx";
import { Page } from "../../shell/page/page.tsx";
import { userQuery } from "../usage/usage.public.ts";
import { verificationPath, voicesQuery } from "../voices/voices.public.ts";
import { CaptchaStep } from "./components/captcha-step.tsx";
import { ConsentStep } from "./components/consent-step.tsx";
import { ManualVerification } from "./components/manual-verification.tsx";
import { consentQuery } from "./voice-making.queries.ts";

export const meta = () => [{ title: "Voice verification - Timbre" }];

type Reason = "blocked" | "unverified";
type ToVerify = { voice: Voice; reason: Reason };

/** The voices the user owns that still need verification. */
function toVerify(voices: readonly Voice[], inProbation: boolean): ToVerify[] {
	return voices
		.filter((voice) => voice.is_owner)
		.flatMap((voice): ToVerify[] => {
			if (voice.safety_control === "CAPTCHA") return [{ voice, reason: "blocked" }];
			const verification = voice.voice_verification;
			return verification && isUnverified(verification, { is_in_probation: inProbation })
				? [{ voice, reason: "unverified" }]
				: [];
		});
}

export default function VerificationPage() {
	const [search] = useSearchParams();
	const voices = useQuery(voicesQuery);
	const { data: user } = useQuery(userQuery);
	const chosen = search.get("voice");
	const waiting = toVerify(voices.data ?? [], user?.is_in_probation ?? false);
	const voice = waiting.find((one) => one.voice.voice_id === chosen)?.voice;
	return (
		<Page
			title="Voice verification"
			description="Prove that a voice created from recordings is yours: read a sentence aloud, and we compare it with the recordings."
			className="max-w-3xl"
		>
			{voices.isPending ? <Loading what="voices" className="h-40" /> : null}
			{voices.isError ? <LoadFailure title="Couldn't load voices" query={voices} /> : null}
			{voices.data ? (
				voice ? (
					<Verify voice={voice} />
				) : (
					<Waiting waiting={waiting} requested={chosen !== null} />
				)
			) : null}
		</Page>
	);
}

const reasonLabels: Record<Reason, string> = { blocked: "Blocked until verified", unverified: "Not verified" };

function Waiting({ waiting, requested }: { waiting: ToVerify[]; requested: boolean }) {
	if (waiting.length === 0) {
		return (
			<EmptyState
				icon={<ShieldCheck aria-hidden="true" />}
				title={requested ? "This voice doesn't need verification" : "Nothing to verify"}
				action={
					<Button asChild>
						<Link to="/app/voice-lab">My voices</Link>
					</Button>
				}
			>
				Voices that need verification appear here. Default, designed and library voices don't need it.
			</EmptyState>
		);
	}
	return (
		<Card>
			<ul aria-label="Voices to verify">
				{waiting.map(({ voice, reason }) => (
					<li key={voice.voice_id} className="border-line border-b last:border-b-0">
						<Link
							to={`${verificationPath}?voice=${voice.voice_id}`}
							className="flex items-center gap-3 px-4 py-3 transition-colors hover:bg-hover"
						>
							<VoiceOrb voiceId={voice.voice_id} size={36} />
							<span className="min-w-0 flex-1 truncate font-medium">{voice.name}</span>
							<Badge tone={reason === "blocked" ? "danger" : "warning"} className="shrink-0">
								{reasonLabels[reason]}
							</Badge>
							<ArrowRight aria-hidden="true" className="size-4 shrink-0 text-muted" />
						</Link>
					</li>
				))}
			</ul>
		</Card>
	);
}

function Verify({ voice }: { voice: Voice }) {
	const navigate = useNavigate();
	const done = () => void navigate(verificationPath, { replace: true });
	const consent = useQuery({ ...consentQuery(voice.voice_id), retry: false });
	// After revocation the speaker has to give consent again, with its own sentence.
	const revoked = consent.data?.revoked_at_unix != null;
	return (
		<>
			<BackLink to={verificationPath}>All voices to verify</BackLink>
			<Card className="p-5 md:p-6">
				<div className="mb-5 flex items-center gap-3">
					<VoiceOrb voiceId={voice.voice_id} size={44} />
					<h2 className="min-w-0 truncate font-semibold text-lg">{voice.name}</h2>
				</div>
				{consent.isPending ? <Loading what="the sentence" className="h-40" /> : null}
				{revoked ? <ConsentStep voiceId={voice.voice_id} /> : null}
				{consent.isPending || revoked ? null : <CaptchaStep voiceId={voice.voice_id} onSolved={done} />}
			</Card>
			<ManualVerification voice={voice} />
		</>
	);
}
