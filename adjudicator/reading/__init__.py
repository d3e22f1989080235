"""Printed texts of cards, read: English sentences become words of the card vocabulary.

    text → sentences, function by function → words of the vocabulary (all readings) → said back

Whatever is not surely understood is left unread, and so is the function it stands in. What is
understood is said back from the vocabulary alone, in English and French; the English must be
read again to the very same thing, and must hold every word that matters of the printed sentence."""
