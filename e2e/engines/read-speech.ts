/** Transcripts of the read-speech recordings (LibriSpeech, public-domain books), by recording name. */
export const readSpeech: Readonly<Record<string, string>> = {
	"1688-142285-0006":
		"I don't think, Mr. Hale, you have done quite right in introducing such a person to us without telling us what he had been.",
	"1688-142285-0007":
		"I really was very much afraid of showing him how much shocked I was at some parts of what he said.",
	"1998-15444-0004":
		"The gut and the gullet being cut across between these ligatures, the stomach may be removed entire without spilling its contents.",
	"1998-15444-0005":
		"If the medical practitioner is in doubt on any point, he should obtain technical assistance from someone who has paid attention to the subject.",
	"2033-164914-0000": "Replied he, Of a truth I heard him not and I wot him not, and folks are all sleeping.",
	"2033-164914-0009": "He who recited the first time hath recited the second time, and I heard him hard by.",
	"2414-128291-0001": "He asked himself. Something warm and living quickeneth me. It must be in the neighbourhood.",
	"2414-128291-0004":
		"Answered he, the same that thou seekest, thou mischief-maker, that is to say, happiness upon earth.",
	"2609-156975-0002":
		"Let us have faith that right makes might, and in that faith let us dare to do our duty as we understand it.",
	"2609-156975-0006":
		"It seems probable that not all, but only part of the tribes which ultimately coalesced into the Hebrew nation found their way to Egypt.",
	"3005-163389-0000":
		"They swarmed up in front of Sherburn's palings as thick as they could jam together, and you couldn't hear yourself think for the noise.",
	"3005-163389-0009":
		"Now leave, and take your half-a-man with you, tossing his gun up across his left arm and cocking it when he says this.",
};
