import { useQuery } from "@tanstack/react-query";
import { Skeleton } from "@timbre/ui/primitives/skeleton.tsx";
import { messageOf } from "../../../lib/api-error.ts";
import { toaster } from "../../../lib/toaster.ts";
import { LoadFailure } from "../../../shell/load-failure.tsx";
import { captchaQuery, useSolveCaptcha } from "../voices.making.queries.ts";
import { ReadAloud } from "./read-aloud.tsx";

/** A sentence to read aloud, by which somebody shows that a voice is their own. */
export function CaptchaStep({ voiceId, onSolved }: { voiceId: string; onSolved: () => void }) {
	const captcha = useQuery(captchaQuery(voiceId));
	const solving = useSolveCaptcha(voiceId);
	if (captcha.isPending) {
		return (
			<div aria-busy="true">
				<p className="sr-only">Loading the sentence</p>
				<Skeleton className="h-16" />
				<Skeleton className="mt-4 h-20" />
			</div>
		);
	}
	if (captcha.isError) return <LoadFailure title="There is no sentence to read" query={captcha} />;
	return (
		<ReadAloud
			sentence={captcha.data.sentence}
			expiresAtUnix={captcha.data.expires_at_unix}
			attemptsLeft={captcha.data.attempts_left}
			action="Send the recording"
			busy={solving.isPending}
			error={solving.error ? messageOf(solving.error) : undefined}
			onExpired={() => void captcha.refetch()}
			onSubmit={(recording) =>
				solving.mutate(recording, {
					onSuccess: () => {
						toaster.show({ tone: "positive", title: "It is your voice" });
						onSolved();
					},
				})
			}
		/>
	);
}
