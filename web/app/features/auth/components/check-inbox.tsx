import { Button } from "@timbre/ui/primitives/button.tsx";
import { MailCheck } from "lucide-react";
import { Link } from "react-router";
import { textLink } from "./auth-form.tsx";
import { useResend } from "./use-resend.ts";

type CheckInboxProps = { email: string; signIn: string | (() => void) };

/** Shown after sign-up, and when signing in before the address is verified. */
export function CheckInbox({ email, signIn }: CheckInboxProps) {
	const resend = useResend();
	return (
		<section aria-labelledby="check-inbox">
			<MailCheck aria-hidden="true" className="mb-4 size-7 text-muted" />
			<h1
				id="check-inbox"
				tabIndex={-1}
				ref={focusOnMount}
				className="font-semibold text-2xl tracking-tight outline-none"
			>
				Check your email
			</h1>
			<p className="mt-2 text-muted">
				We sent a link to <strong className="break-words font-medium text-ink">{email}</strong>. Open it within 24 hours
				to verify your email address, then sign in.
			</p>
			<div className="mt-8 flex flex-col gap-3">
				<Button size="large" busy={resend.isPending} onClick={() => resend.mutate(email)}>
					Resend link
				</Button>
				<p className="mt-3 text-muted">
					Already verified?{" "}
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

/** The form is gone, so move keyboard and screen reader focus here. */
function focusOnMount(element: HTMLElement | null) {
	element?.focus();
}
