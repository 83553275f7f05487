import type { ConsentScope } from "@timbre/contract/voice-making/cloning.ts";
import type { ConsentRequest } from "@timbre/contract/voice-making/consent-links.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Checkbox } from "@timbre/ui/primitives/forms/checkbox.tsx";
import { useState } from "react";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { confirm } from "../../../../lib/forms/confirm.ts";
import { dateOf } from "../../../../lib/text/format.ts";
import { ConsentTerms } from "../../components/consent-terms.tsx";
import { ReadAloud } from "../../components/read-aloud.tsx";
import { useDecision } from "../consent.queries.ts";

type OpenRequestProps = { token: string; request: ConsentRequest; onExpired: () => void };

/** A request that waits for the speaker's decision. */
export function OpenRequest({ token, request, onExpired }: OpenRequestProps) {
	const { changeLanguage, give, refuse } = useDecision(token);
	const [scope, setScope] = useState<ConsentScope[]>(["workspace"]);
	const [days, setDays] = useState("0");
	const [agreed, setAgreed] = useState(false);
	const decline = async () => {
		const { confirmed } = await confirm({
			title: "Refuse consent?",
			description:
				"The voice can't be used, and the person who asked is notified. You can't change this with the same link.",
			action: "Refuse",
		});
		if (confirmed) refuse.mutate();
	};
	return (
		<>
			{request.challenge ? (
				<ReadAloud
					challenge={request.challenge}
					attemptsLeft={request.attempts_left}
					action="Give consent"
					busy={give.isPending || changeLanguage.isPending}
					blocked={!agreed}
					error={give.error ? messageOf(give.error) : undefined}
					onExpired={onExpired}
					onLanguage={changeLanguage.mutate}
					onSubmit={(recording) => give.mutate({ recording, scope, expiresInDays: Number(days) || null })}
				>
					<ConsentTerms
						options={request.scope}
						workspace={`“${request.workspace_name}”`}
						scope={scope}
						onScope={setScope}
						days={days}
						onDays={setDays}
					/>
					<Checkbox
						className="items-start"
						label="My recording is stored with the voice, and my voice is compared with the recordings."
						checked={agreed}
						onChange={setAgreed}
					/>
				</ReadAloud>
			) : (
				<p role="alert">{attemptsText(request)}</p>
			)}
			<div className="mt-8 flex flex-wrap items-center justify-between gap-3 border-line border-t pt-5">
				<p className="min-w-0 flex-1 basis-52 text-[13px] text-muted">
					You don't have to agree. This link works until {dateOf(request.expires_at_unix)}.
				</p>
				<Button busy={refuse.isPending} onClick={() => void decline()}>
					Refuse
				</Button>
			</div>
		</>
	);
}

function attemptsText({ attempts_reset_at_unix: when }: ConsentRequest): string {
	return `No attempts left.${when ? ` You can try again after ${dateOf(when)}.` : ""}`;
}
