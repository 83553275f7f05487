import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toaster } from "../../../lib/page/toaster.ts";
import { sendVerificationEmail, signUpRulesQuery } from "../auth.queries.ts";
import { undelivered } from "../model/undelivered.ts";

/** Sends the verification email again and shows the result in a toast. */
export function useResend() {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: async (email: string) => {
			await sendVerificationEmail(email);
			return (await queryClient.ensureQueryData(signUpRulesQuery)).email_delivery;
		},
		onSuccess: (delivery, email) =>
			toaster.show(
				delivery === "mail"
					? { title: "Check your email", detail: `If ${email} still needs to be verified, a link is on its way.` }
					: { title: undelivered.title, detail: undelivered[delivery]("link"), tone: "danger" },
			),
		onError: () => toaster.show({ tone: "danger", title: "An error occured while sending the verification email." }),
	});
}
