import { Button } from "@timbre/ui/primitives/button.tsx";
import { MailCheck } from "lucide-react";
import { Link } from "react-router";
import { textLink } from "./auth-form.tsx";
import { useResend } from "./use-resend.ts";

type CheckMailProps = { email: string; signIn: string | (() => void) };

/** After signing up, and for who signs in before following the link. */
export function CheckMail({ email, signIn }: CheckMailProps) {
	const resend = useResend();
	return (
		<section aria-labelledby="check-mail">
			<MailCheck aria-hidden="true" className="mb-4 size-7 text-muted" />
			<h1 id="check-mail" tabIndex={-1} ref={focusOnce} className="font-semibold text-2xl tracking-tight outline-none">
				Look into your mail
			</h1>
			<p className="mt-2 text-muted">
				We have sent a link to <strong className="break-words font-medium text-ink">{email}</strong>. Follow it to
				verify the address; it works for 24 hours. Then sign in.
			</p>
			<div className="mt-8 flex flex-col gap-3">
				<Button size="large" busy={resend.isPending} onClick={() => resend.mutate(email)}>
					Send another link
				</Button>
				<p className="mt-3 text-muted">
					Done?{" "}
					{typeof signIn === "string" ? (
						<Link to={signIn} className={textLink}>
							Sign in
						</Link>
					) : (
						<button type="button" className={textLink} onClick={signIn}>
							Sign in
						</button>
					)}
				</p>
			</div>
		</section>
	);
}

/** The form one was in is gone: the keyboard and the screen reader go on from here. */
function focusOnce(element: HTMLElement | null) {
	element?.focus();
}
