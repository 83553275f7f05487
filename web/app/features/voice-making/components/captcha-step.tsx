import { useQuery } from "@tanstack/react-query";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { messageOf } from "../../../lib/api/api-error.ts";
import { toaster } from "../../../lib/page/toaster.ts";
import { LoadFailure } from "../../../shell/page/load-failure.tsx";
import { captchaQuery, useCaptchaLanguage, useSolveCaptcha } from "../voice-making.queries.ts";
import { ReadAloud } from "./read-aloud.tsx";

/** Verifies that a voice belongs to the user by having them read a sentence aloud. */
export function CaptchaStep({ voiceId, onSolved }: { voiceId: string; onSolved: () => void }) {
	const captcha = useQuery(captchaQuery(voiceId));
	const solving = useSolveCaptcha(voiceId);
	const changing = useCaptchaLanguage(voiceId);
	if (captcha.isPending) {
		return (
			<div aria-busy="true">
				<p className="sr-only">Loading sentence</p>
				<Skeleton className="h-16" />
				<Skeleton className="mt-4 h-20" />
			</div>
		);
	}
	if (captcha.isError) return <LoadFailure title="Couldn't load a sentence" query={captcha} />;
	return (
		<ReadAloud
			challenge={captcha.data}
			onLanguage={changing.mutate}
			attemptsLeft={captcha.data.attempts_left}
			action="Submit recording"
			busy={solving.isPending || changing.isPending}
			error={solving.error ? messageOf(solving.error) : undefined}
			onExpired={() => void captcha.refetch()}
			onSubmit={(recording) =>
				solving.mutate(recording, {
					onSuccess: () => {
						toaster.show({ tone: "positive", title: "Voice verified" });
						onSolved();
					},
				})
			}
		/>
	);
}
