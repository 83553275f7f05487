import type { ConsentRequest } from "@timbre/contract/voice-making/consent-links.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { CircleCheck, CircleOff, Copy } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { confirm } from "../../../../lib/forms/confirm.ts";
import { copyLink } from "../../../../lib/page/copy-link.ts";
import { dateOf } from "../../../../lib/text/format.ts";
import { summarizeScope } from "../../components/consent-terms.tsx";
import { useDecision } from "../consent.queries.ts";

type DecidedRequestProps = { token: string; request: ConsentRequest };

/** What the speaker decided. Consent can be revoked here at any time. */
export function DecidedRequest({ token, request }: DecidedRequestProps) {
	if (request.status === "refused")
		return (
			<Outcome key="refused" icon={<CircleOff aria-hidden="true" />} title="You refused consent">
				The voice can't be used. If you change your mind, ask for a new link.
			</Outcome>
		);
	if (request.given === null)
		return (
			<Outcome key="revoked" icon={<CircleOff aria-hidden="true" />} title="Consent is revoked">
				The voice can't be used anymore. To give consent again, ask for a new link.
			</Outcome>
		);
	return <Given token={token} given={request.given} />;
}

function Given({ token, given }: { token: string; given: NonNullable<ConsentRequest["given"]> }) {
	const { revoke } = useDecision(token);
	const ask = async () => {
		const { confirmed } = await confirm({
			title: "Revoke consent?",
			description:
				"The voice stops working everywhere within seconds. This includes generations in progress, cached audio and copies that others added.",
			action: "Revoke consent",
		});
		if (confirmed) revoke.mutate();
	};
	const until = given.expires_at_unix ? `until ${dateOf(given.expires_at_unix)}` : "until you revoke it";
	return (
		<>
			<Outcome
				key="given"
				icon={<CircleCheck aria-hidden="true" className="text-positive" />}
				title={`You gave consent on ${dateOf(given.given_at_unix)}`}
			>
				It covers use {summarizeScope(given.scope)} and is valid {until}. Keep this link: you can revoke your consent
				here at any time.
			</Outcome>
			<div className="mt-4 flex flex-wrap gap-3">
				<Button onClick={() => void copyLink(window.location.href)}>
					<Copy aria-hidden="true" />
					Copy link
				</Button>
				<Button busy={revoke.isPending} onClick={() => void ask()}>
					Revoke consent
				</Button>
			</div>
		</>
	);
}

/** Takes the focus, because the button that led here is gone. */
function Outcome({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => heading.current?.focus(), []);
	return (
		<section className="flex gap-3 rounded-card border border-line bg-raised p-5 [&>svg]:mt-0.5 [&>svg]:size-5 [&>svg]:shrink-0">
			{icon}
			<div className="min-w-0">
				<h2 ref={heading} tabIndex={-1} className="font-semibold outline-none">
					{title}
				</h2>
				<p className="mt-1 text-muted">{children}</p>
			</div>
		</section>
	);
}
