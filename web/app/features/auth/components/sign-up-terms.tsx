import { Link } from "react-router";
import { textLink } from "./auth-form.tsx";

/** What a visitor agrees to with a new account. Whoever shows it records it with `agreeOnEntry`. */
export function SignUpTerms({ doing }: { doing: string }) {
	return (
		<p className="text-[13px] text-muted">
			By {doing}, you agree to the{" "}
			<Link to="/use-policy" target="_blank" className={textLink}>
				use policy
			</Link>{" "}
			and the{" "}
			<Link to="/privacy" target="_blank" className={textLink}>
				privacy policy
			</Link>
			.
		</p>
	);
}
